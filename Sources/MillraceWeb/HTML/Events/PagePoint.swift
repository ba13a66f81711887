/// A position in an element.
///
/// In an HTML element, it is measured in CSS pixels from its upper left corner. In a drawing (``svg(width:height:description:_:)``),
/// it has the units of the drawing, whatever size the drawing has on the screen.
public struct PagePoint: Hashable, Sendable, Codable {
    /// The horizontal position, to the right.
    public var x: Double
    /// The vertical position, downwards.
    public var y: Double

    /// Creates a point.
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}
