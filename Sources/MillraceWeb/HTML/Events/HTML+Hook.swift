import Foundation

// Elements that a script of the application changes.
extension HTML {
    /// Lets a script of the application change this element.
    ///
    /// The script defines the hook with `defineHook(name, callbacks)`. It may add children to the element, which must be empty
    /// in the view, and set attributes that the view does not set. These changes stay until the element is removed. All other
    /// elements belong to the page.
    ///
    /// - Parameter name: The name of the hook.
    public func hook(_ name: String) -> HTML { setting(HTMLElement.hookAttribute, name) }

    /// Lets a script of the application change this element and push values, each of which sends an action.
    ///
    /// ```swift
    /// div {}.data("points", text).hook("chart", decode: Range.self, send: Action.selected)
    /// ```
    /// - Parameters:
    ///   - name: The name of the hook.
    ///   - type: The type of the values. The script pushes them as JSON. Another value is rejected, and so do not trust it more
    ///     than any other input.
    ///   - send: Returns the action for a value. Called on the navigator's actor.
    public func hook<Value: Decodable>(
        _ name: String, decode type: Value.Type, send: @escaping (Value) -> Action
    ) -> HTML {
        let event = HTMLEvent("hook") { sent throws(ValidationError) in
            guard case .text(let json) = sent, let value = try? JSONDecoder().decode(type, from: Data(json.utf8)) else {
                throw .unexpectedValue
            }
            return send(value)
        }
        return hook(name).listening(to: event)
    }
}

extension HTMLElement {
    /// The attribute that contains the name of a hook.
    static let hookAttribute = "data-m-hook"
}
