/// Creates an element that has no function of its own, such as `element("linearGradient")` or a custom element.
///
/// - Parameters:
///   - name: The name: letters, digits and hyphens. A name with which a page could run a script, load a document or a
///     style sheet, or replace a form stops the program: `script`, `style`, `link`, `iframe`, `object`, `form` and
///     the like.
///   - content: The content. A browser ignores the content of an element such as `wbr`.
public func element<Action>(
    _ name: StaticString, @HTMLBuilder<Action> _ content: () -> HTML<Action> = { HTML() }
) -> HTML<Action> {
    precondition(
        HTMLName.isElement("\(name)"), "“\(name)” is not a permitted name of an element. Use another element.")
    return make(HTMLTag("\(name)"), content)
}

extension HTML {
    /// Sets an attribute that has no modifier of its own, such as `attribute("preserveAspectRatio", "none")`.
    ///
    /// - Parameters:
    ///   - name: The name: letters, digits and hyphens. An event handler (`onclick`), `style` and an attribute that the
    ///     page writes itself, such as `name` or `action`, stop the program. Use ``style(_:)`` and the events.
    ///   - value: A text, a number, or whether the attribute is present. `nil` and a number that is not finite remove the
    ///     attribute. A URL that could run a script is replaced by `#`.
    public func attribute(_ name: StaticString, _ value: some HTMLAttributeValue) -> HTML {
        let name = "\(name)"
        precondition(
            HTMLName.isAttribute(name), "“\(name)” is not a permitted name of an attribute. Use a modifier or an event."
        )
        let text = value.attributeValue
        return setting(name, HTMLName.isURL(name) ? text.map(SafeURL.sanitize) : text)
    }

    func setting(_ name: String, _ value: String?) -> HTML { changing { $0[name] = value } }
}
