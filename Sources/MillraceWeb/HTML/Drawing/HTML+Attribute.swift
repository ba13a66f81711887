import Millrace

/// Creates an element that has no function of its own, such as `element("linearGradient")` or a custom element.
///
/// - Parameters:
///   - name: The name: letters, digits and hyphens. A name with which a page could run a script, load a document or a
///     style sheet, or replace a form is a fault: `script`, `style`, `link`, `iframe`, `object`, `form` and the like.
///     The element and its content are left out.
///   - content: The content. A browser ignores the content of an element such as `wbr`.
public func element<Action>(
    _ name: StaticString, @HTMLBuilder<Action> _ content: () -> HTML<Action> = { HTML() }
) -> HTML<Action> {
    guard HTMLName.isElement("\(name)") else {
        Fault.reportElement("\(name)")
        return HTML()
    }
    return make(HTMLTag("\(name)"), content)
}

extension HTML {
    /// Sets an attribute that has no modifier of its own, such as `attribute("preserveAspectRatio", "none")`.
    ///
    /// - Parameters:
    ///   - name: The name: letters, digits and hyphens. An event handler (`onclick`), `style` and an attribute that the
    ///     page writes itself, such as `name` or `action`, are faults and have no effect. Use ``style(_:)`` and the events. So is the
    ///     `pattern` of a field, because the server does not check it.
    ///   - value: A text, a number, or whether the attribute is present. `nil` and a number that is not finite remove the
    ///     attribute. A URL that could run a script is replaced by `#`.
    public func attribute(_ name: StaticString, _ value: some HTMLAttributeValue) -> HTML {
        let name = "\(name)"
        guard HTMLName.isAttribute(name) else {
            Fault.reportAttribute(name)
            return self
        }
        let value = value.attributeValue
        let text = HTMLName.isURL(name) ? value.map(SafeURL.sanitize) : value
        return changing { element in
            // Names of a field's rules are compared in lower case.
            guard element.tag.isField else { return element[name] = text }
            switch name.lowercased() {
            case "pattern": Fault.reportPattern()
            case "type": Fault.reportAttribute(name)
            case let plain: element[plain] = text
            }
        }
    }

    func setting(_ name: String, _ value: String?) -> HTML { changing { $0[name] = value } }
}
