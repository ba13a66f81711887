/// A drag that began in an element: a press, movements and a release.
public struct PageDrag: Hashable, Sendable {
    /// The part of the drag that an action is about.
    public enum Phase: Int, Sendable {
        /// The pointer is pressed. ``PageDrag/position`` is ``PageDrag/start``.
        case began
        /// The pointer has moved.
        case moved
        /// The pointer is released, or the browser has taken the pointer over.
        case ended
    }

    /// The current part.
    public var phase: Phase
    /// The position at which the drag began.
    public var start: PagePoint
    /// The current position, which may be outside of the element.
    public var position: PagePoint

    /// Creates a drag.
    public init(_ phase: Phase, start: PagePoint, position: PagePoint) {
        (self.phase, self.start, self.position) = (phase, start, position)
    }
}
