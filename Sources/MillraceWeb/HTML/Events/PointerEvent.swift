/// An event of a mouse, a pen or a finger in an element.
public enum PointerEvent: String, Sendable {
    /// The main button is pressed, or the finger touches the screen.
    case down = "pointerdown"
    /// The pointer has moved. If positions arrive faster than the server handles them, only the last one is sent.
    case move = "pointermove"
    /// The main button is released, or the finger leaves the screen.
    case up = "pointerup"
    /// The element is clicked. If the element only sends an action, a ``button(_:send:)`` is better: it also works with
    /// the keyboard and without JavaScript.
    case click
    /// The element is double-clicked. Two ``click`` events precede it.
    case doubleClick = "dblclick"
    /// The context menu is requested, for example with the right button. The browser's own menu does not open.
    case contextMenu = "contextmenu"
}
