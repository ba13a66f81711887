import Millrace

// Controls that must not be used while a live field is invalid.
extension Page {
    /// Throws the error of an invalid field, if it must be valid before the control is used.
    func checkFields(
        for entry: ControlReferences.Entry, event: String?, client: String
    ) throws(ValidationError) {
        guard let group = entry.fieldsToCheck(for: event) else { return }
        let fields = group.liveFields.compactMap(\.reference)
        if fields.isEmpty { return }
        // The tree may be older than the values.
        draw()
        for reference in fields {
            guard let field = references[reference], field.retiredAt == nil, let element = field.element else {
                continue
            }
            if let rejection = field.rejection, rejection.client == client { throw rejection.error }
            let rules = FieldRules(element)
            let isEntered = field.lastInput?.hash == SentValue.text(rules.shownText).inputHash
            try rules.checkShown(isEntered: isEntered)
        }
    }
}

extension ControlReferences.Entry {
    /// The element whose live fields must be valid before the control is used. `nil` if there is none.
    fileprivate func fieldsToCheck(for event: String?) -> HTMLElement? {
        if let event { return event.isSubmission ? group?.element : nil }
        return switch control.kind {
        case .form: group?.element ?? rules
        // A link leads to another page.
        case .press: element?.tag == .a ? nil : group?.element
        default: nil
        }
    }
}

extension String {
    /// Whether the event is the Enter key in a field.
    fileprivate var isSubmission: Bool { hasPrefix("typed:") && hasSuffix("Enter") }
}
