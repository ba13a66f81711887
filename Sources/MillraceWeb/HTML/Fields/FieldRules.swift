import Millrace

/// Checks the rules that a view has set for its fields: `required`, `readonly` and `maxlength`. A browser may ignore them.
enum FieldRules {
    /// Checks the value of a live field.
    static func check(_ value: SentValue, in element: HTMLElement?) throws(ValidationError) {
        guard let element else { return }
        if element["readonly"] != nil {
            guard case .text(let text) = value, text.hasSameBytes(as: element["value"] ?? "") else {
                throw .unexpectedValue
            }
        }
        switch value {
        case .text(let text):
            if element["required"] != nil, text.isEmpty { throw ValidationError(.required) }
            // The state may have a longer text, which the user may shorten.
            if let limit = element.maxLength, text.utf16.count > limit,
                text.utf16.count > element["value"]?.utf16.count ?? 0
            {
                throw ValidationError(.tooLong, "\(limit)")
            }
        case .flag(false): if element["required"] != nil { throw ValidationError(.required) }
        default: break
        }
    }

    /// Checks the fields of a form by their names.
    static func check(_ value: SentValue, inForm form: HTMLElement?) throws(ValidationError) {
        guard let form, case .fields(let sent) = value else { return }
        var problems: [String: String] = [:]
        form.forEachNamedField { name, element in
            let texts = sent[name] ?? []
            if element["required"] != nil, texts.allSatisfy(\.isEmpty) {
                problems[name] = ValidationError(.required).message
            } else if let limit = element.maxLength,
                texts.contains(where: { $0.utf16.count > max(limit, element["value"]?.utf16.count ?? 0) })
            {
                problems[name] = ValidationError(.tooLong, "\(limit)").message
            }
        }
        guard let first = problems.min(by: { $0.key < $1.key }) else { return }
        throw ValidationError(message: first.value, fields: problems)
    }
}

extension HTMLElement {
    /// Calls `body` for each field of a form with a name. Live fields have none in the tree.
    fileprivate func forEachNamedField(_ body: (String, HTMLElement) -> Void) {
        if tag.isField, let name = self["name"], self["disabled"] == nil { body(name, self) }
        for child in flatChildren { child.element?.forEachNamedField(body) }
    }
}
