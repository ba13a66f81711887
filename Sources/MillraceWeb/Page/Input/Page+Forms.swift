import Millrace

// Handles the forms that browsers without JavaScript send.
extension Page {
    /// Handles a form: first the fields that the user has changed, then the pressed control. The page is drawn before them.
    ///
    /// - Returns: A message for the user, if the form failed.
    func handle(_ fields: [(name: String, value: String)], number: Int) -> String? {
        measured { outcome(of: fields, number) }
    }

    private func outcome(of fields: [(name: String, value: String)], _ number: Int) -> String? {
        draw()
        // The document is of an earlier process, whose controls are unknown here.
        if isOtherProcess(number) { return texts[.unavailable] }
        let pressed = fields.first { $0.name == "r" }?.value ?? ""
        let reference = UInt64(pressed).map(ControlReference.init)
        if let lastForm, lastForm == (number, reference) {
            return texts[.alreadySubmitted]
        }
        (lastForm, formEffects) = ((number, reference), EffectCounter())
        let changed = changedFields(fields)
        var outcomes = changed.map { perform($0, $1, shownSequence: number, client: "") }
        // The next document shows the values of the state.
        defer { for (reference, _) in changed { references.recordRejection(nil, of: reference, from: "") } }
        if let reference, let control = references[reference]?.control {
            outcomes.append(perform(reference, sentValue(fields, to: control), shownSequence: number, client: ""))
        } else if !pressed.isEmpty {
            outcomes.append(.unavailable)
        }
        return outcomes.lazy.compactMap { $0.message(self.texts) }.first
    }

    private func sentValue(_ fields: [(name: String, value: String)], to control: HTMLControl) -> SentValue {
        guard control.kind == .form else { return .none }
        return .fields(Dictionary(grouping: fields.filter { $0.name != "r" }, by: \.name).mapValues { $0.map(\.value) })
    }

    /// Returns the live fields with changed values.
    private func changedFields(_ fields: [(name: String, value: String)]) -> [(ControlReference, SentValue)] {
        var known: Set<ControlReference> = []
        return fields.compactMap { name, value in
            // A form contains each live field once. Further values are ignored.
            guard let reference = ControlReference(fieldName: name), known.insert(reference).inserted,
                let element = references.field(reference)
            else { return nil }
            if element["type"] == "checkbox" { return element["checked"] == nil ? (reference, .flag(true)) : nil }
            let text = FieldKind(element).normalized(value)
            return element.isShown(as: text) ? nil : (reference, .text(text))
        } + uncheckedBoxes(fields)
    }

    /// Returns the checked boxes that are missing in the form, because the user has unchecked them.
    private func uncheckedBoxes(_ fields: [(name: String, value: String)]) -> [(ControlReference, SentValue)] {
        let pressed = fields.first { $0.name == "r" }.flatMap { UInt64($0.value) }.map(ControlReference.init)
        // An application's own form does not contain the page's live checkboxes.
        if pressed.flatMap({ references[$0]?.control.kind }) == .form { return [] }
        let named = Set(fields.compactMap { ControlReference(fieldName: $0.name) })
        return references.drawn { $0["type"] == "checkbox" && $0["checked"] != nil }
            .filter { !named.contains($0) }.map { ($0, .flag(false)) }
    }
}

extension ControlReference {
    /// Reads the name of a live field. Bytes are compared, because a form can have many long names, and characters take long.
    fileprivate init?(fieldName name: String) {
        guard name.utf8.first == UInt8(ascii: "f"), let number = UInt64(Substring(name.utf8.dropFirst())) else {
            return nil
        }
        self.init(number: number)
    }
}

extension Page.Outcome {
    /// The message for a user without JavaScript.
    fileprivate func message(_ texts: PageTexts) -> String? {
        switch self {
        case .accepted: nil
        case .stale: texts[.changedElsewhere]
        case .invalid(let error): error.message
        case .unavailable: texts[.unavailable]
        }
    }
}
