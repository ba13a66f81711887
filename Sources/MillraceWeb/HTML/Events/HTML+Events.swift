import Millrace

// Events of elements. They need the script; a page that is used without JavaScript also needs buttons or links.
//
// A browser sends only events that the view listens to. Of nested elements that listen to the same event, the inner one
// receives it. A disabled element receives none. The order of events, presses and texts is kept.
extension HTML {
    /// Sends an action when a pointer does this in the element.
    ///
    /// ```swift
    /// svg(width: 400, height: 300) { each(state.circles) { circle(x: $0.x, y: $0.y, radius: 10) } }
    ///     .onPointer(.down) { .circle(at: $0) }
    /// ```
    /// - Parameters:
    ///   - event: The event.
    ///   - send: Returns the action for a position in the element. Called on the navigator's actor.
    public func onPointer(_ event: PointerEvent, send: @escaping (PagePoint) -> Action) -> HTML {
        listening(
            to: HTMLEvent(event.rawValue, coordinates: 2) { send(PagePoint(x: $0[0], y: $0[1])) })
    }

    /// Sends actions while the element is dragged with the main button or a finger: one at the start, those for
    /// movements, and one at the end.
    ///
    /// The positions are relative to the place that the element had at the start. The element cannot be scrolled or
    /// selected with the pointer. If positions arrive faster than the server handles them, only the last one is sent.
    ///
    /// - Parameter send: Returns the action for a part of the drag. Called on the navigator's actor.
    public func onDrag(send: @escaping (PageDrag) -> Action) -> HTML {
        listening(
            to: HTMLEvent("drag", coordinates: 5) { numbers in
                guard let phase = Int(exactly: numbers[0]).flatMap(PageDrag.Phase.init) else { return nil }
                let start = PagePoint(x: numbers[1], y: numbers[2])
                return send(PageDrag(phase, start: start, position: PagePoint(x: numbers[3], y: numbers[4])))
            })
    }

    /// Sends an action when a key is pressed while the focus is in the element, or no control has the focus.
    ///
    /// The browser does not handle the key itself. A text that was typed before is sent first.
    ///
    /// - Parameters:
    ///   - key: The key's name in the DOM: `"a"`, `"Enter"`, `"ArrowDown"`, `" "`. Letters are lowercase. A text that is
    ///     empty, has more than 32 characters or contains other spaces is a fault, and has no effect.
    ///   - modifiers: The keys that are held. Other modifiers do not match. Defaults to none.
    ///   - inFields: Whether the key also counts while the user types in a field. Defaults to `false`.
    ///   - action: The action.
    public func onKey(
        _ key: String, _ modifiers: KeyModifiers = [], inFields: Bool = false, send action: Action
    ) -> HTML {
        guard key == " " || (1...32).contains(key.utf8.count) && !key.contains(where: \.isWhitespace) else {
            Fault.reportKey(key)
            return self
        }
        return listening(to: HTMLEvent((inFields ? "typed:" : "key:") + modifiers.name(of: key), action))
    }

    /// Sends an action when the user presses Enter in this live field. The field's value is sent first.
    ///
    /// Without JavaScript, Enter sends the fields of the page, but not this action. So also offer a button that sends it.
    ///
    /// For a ``textArea(_:value:timing:send:)``, use ``onKey(_:_:inFields:send:)`` with a modifier.
    public func onSubmit(send action: Action) -> HTML { onKey("Enter", inFields: true, send: action) }

    /// Sends an action when the focus enters the element. A focus that a change of the page has caused does not count.
    public func onFocus(send action: Action) -> HTML { listening(to: HTMLEvent("focus", action)) }

    /// Sends an action when the focus leaves the element. A focus that a change of the page has caused does not count.
    public func onBlur(send action: Action) -> HTML { listening(to: HTMLEvent("blur", action)) }

    /// Sends an action when the element becomes visible in the window, once for each time.
    ///
    /// At the end of a list, the action can load more rows. Give such an element a ``key(_:)`` that changes with the
    /// number of rows: a new element that is visible sends the action again.
    public func onVisible(send action: Action) -> HTML { listening(to: HTMLEvent("visible", action)) }
}
