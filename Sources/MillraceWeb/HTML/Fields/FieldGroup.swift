/// An element whose buttons send nothing while a live field in it is invalid.
///
/// Controls keep their group while the element is drawn again.
final class FieldGroup {
    /// The element that is drawn now.
    weak var element: HTMLElement?
}

extension HTML {
    /// Lets the buttons in the element send nothing while a live field in it is invalid.
    ///
    /// A live field sends only valid values, so the state has an older one while the field shows an error. With this modifier, a
    /// press then moves the focus to the first invalid field and shows its error:
    ///
    /// ```swift
    /// section {
    ///     numberField("Pages", value: state.pages, in: 1...999, send: Action.pages)
    ///     textField("E-mail", value: state.email, kind: .email, send: Action.email).required()
    ///     button("Save", send: .save)
    /// }
    /// .requiresValid()
    /// ```
    /// A field is invalid if its value is not one that the view's rules permit, or if the server has rejected it. The rules are the kind,
    /// the range, the step, the length and ``required(_:)``. Links and a ``dismissButton(_:)`` are not concerned.
    /// ``onSubmit(send:)`` is, and so is a form in the element.
    ///
    /// The server refuses the press too, with a message: without the script, if it rejects a field of the same request; and from any
    /// client, if it has rejected the last value of a field, or if a value in the state does not comply with the rules. A client that
    /// has not sent an invalid value is not refused: the state then has only valid ones.
    ///
    /// In nested elements with this modifier, the outermost one counts.
    public func requiresValid() -> HTML {
        setting(FieldGroup.attribute, "").changing { $0.fieldGroup = FieldGroup() }
    }
}

extension FieldGroup {
    /// The attribute by which the script recognizes the element.
    static let attribute = "data-m-valid"
}

extension HTMLElement {
    /// Calls `body` for each field that is enabled.
    func forEachEnabledField(_ body: (HTMLElement) -> Void) {
        if isField, self["disabled"] == nil { body(self) }
        for child in flatChildren {
            guard let inner = child.element else { continue }
            // A disabled group disables its fields, except for those of its caption.
            if tag == .fieldset, self["disabled"] != nil, inner.tag != "legend" { continue }
            inner.forEachEnabledField(body)
        }
    }

    /// The enabled live fields.
    var liveFields: [HTMLElement] {
        var fields: [HTMLElement] = []
        forEachEnabledField { if $0.control?.kind == .field { fields.append($0) } }
        return fields
    }
}
