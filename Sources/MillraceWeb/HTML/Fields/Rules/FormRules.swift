/// Reads the fields of a form with the rules of the fields that the view has rendered. A browser sends no others.
struct FormRules {
    /// The enabled fields with each name, in the order of the view.
    private var fields: [String: [HTMLElement]] = [:]
    private var names: [String] = []

    init(_ form: HTMLElement) {
        form.forEachEnabledField { field in
            // Live fields have no name in the tree.
            guard let name = field["name"] else { return }
            if fields[name] == nil { names.append(name) }
            fields[name, default: []].append(field)
        }
    }

    /// Reads the value of a form.
    static func read(_ value: SentValue, of form: HTMLElement?) throws(ValidationError) -> SentValue {
        guard let form, case .fields(let fields) = value else { return value }
        return .fields(try FormRules(form).read(fields))
    }

    /// Reads the values of all fields, as a browser has them.
    ///
    /// - Throws: The reasons why a browser does not send them, by the names of the fields.
    func read(_ sent: [String: [String]]) throws(ValidationError) -> [String: [String]] {
        guard sent.keys.allSatisfy({ fields[$0] != nil }) else { throw .unexpectedValue }
        var (values, problems, first) = (sent, [String: String](), String?.none)
        for name in names {
            do throws(ValidationError) {
                values[name] = try read(sent[name] ?? [], fields[name] ?? [])
            } catch {
                problems[name] = error.message
                first = first ?? error.message
            }
            if values[name]?.isEmpty == true { values[name] = nil }
        }
        guard let first else { return values }
        throw ValidationError(message: first, fields: problems)
    }

    /// Reads the values of the fields with one name. Each text field has one value, and each box or menu at most one.
    private func read(_ sent: [String], _ fields: [HTMLElement]) throws(ValidationError) -> [String] {
        var choices = FormChoices(fields.filter(\.isChoice))
        var texts = fields.filter { !$0.isChoice }[...]
        var values: [String] = []
        for text in sent {
            if let value = choices.take(text) {
                values.append(value)
            } else if let field = texts.popFirst() {
                values.append(try FieldRules(field).read(text))
            } else {
                throw .unexpectedValue
            }
        }
        // A field without a value is empty.
        for field in texts { try FieldRules(field).check("") }
        if choices.isIncomplete { throw ValidationError(.required) }
        return values
    }
}

/// The checkboxes, radio buttons and menus of a form with one name, each of which sends one of its values at most once.
private struct FormChoices {
    private struct Choice {
        var isRequired: Bool
        /// A value that counts as none: that of a menu's first option.
        var emptyValue: String?
        /// Whether the user can select several options of the menu.
        var isMultiple = false
        var value: String?
    }

    private var choices: [Choice] = []
    /// The choices that offer a value, by the text that a browser sends, with the text in the view.
    private var offers: [String: [(choice: Int, value: String)]] = [:]

    init(_ fields: [HTMLElement]) {
        var radios: Int?
        for field in fields {
            let isRequired = field["required"] != nil
            if field["type"] == "radio", let radios {
                choices[radios].isRequired = choices[radios].isRequired || isRequired
            } else {
                choices.append(
                    Choice(
                        isRequired: isRequired, emptyValue: field.placeholderOption,
                        isMultiple: field.tag == .select && field["multiple"] != nil))
            }
            let choice = field["type"] == "radio" ? radios ?? choices.count - 1 : choices.count - 1
            if field["type"] == "radio" { radios = choice }
            for value in field.options {
                offers[FieldKind.choice.normalized(value), default: []].append((choice, value))
            }
        }
        // Values are taken from the end.
        for text in offers.keys { offers[text]?.reverse() }
    }

    /// Takes a value. Returns its text in the view; `nil` if no choice offers it any more.
    mutating func take(_ sent: String) -> String? {
        let text = FieldKind.choice.normalized(sent)
        while let offer = offers[text]?.popLast() {
            guard choices[offer.choice].isMultiple || choices[offer.choice].value == nil else { continue }
            choices[offer.choice].value = offer.value
            return offer.value
        }
        return nil
    }

    /// Whether a required choice has no value.
    var isIncomplete: Bool { choices.contains { $0.isRequired && ($0.value == nil || $0.value == $0.emptyValue) } }
}

extension HTMLElement {
    /// Whether the user chooses one of several rendered values.
    fileprivate var isChoice: Bool { tag == .select || isBox }

    /// The value of the first option of a menu, if it is empty. It counts as no choice.
    fileprivate var placeholderOption: String? {
        tag == .select && self["multiple"] == nil && flatChildren.first?.element?["value"] == "" ? "" : nil
    }
}
