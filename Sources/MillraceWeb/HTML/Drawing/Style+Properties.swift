// The properties that often depend on the state. `property(_:_:)` sets all others.
extension Style {
    /// Sets the width.
    public static func width(_ length: Length) -> Style { Style("width", length) }

    /// Sets the height.
    public static func height(_ length: Length) -> Style { Style("height", length) }

    /// Sets the minimum width.
    public static func minWidth(_ length: Length) -> Style { Style("min-width", length) }

    /// Sets the maximum width.
    public static func maxWidth(_ length: Length) -> Style { Style("max-width", length) }

    /// Sets the minimum height.
    public static func minHeight(_ length: Length) -> Style { Style("min-height", length) }

    /// Sets the maximum height.
    public static func maxHeight(_ length: Length) -> Style { Style("max-height", length) }

    /// Sets the distance from the left edge.
    public static func left(_ length: Length) -> Style { Style("left", length) }

    /// Sets the distance from the upper edge.
    public static func top(_ length: Length) -> Style { Style("top", length) }

    /// Sets the distance from the right edge.
    public static func right(_ length: Length) -> Style { Style("right", length) }

    /// Sets the distance from the lower edge.
    public static func bottom(_ length: Length) -> Style { Style("bottom", length) }

    /// Sets the space around the element.
    public static func margin(_ length: Length) -> Style { Style("margin", length) }

    /// Sets the space around the content.
    public static func padding(_ length: Length) -> Style { Style("padding", length) }

    /// Sets the space between the items of a grid or a flexible box.
    public static func gap(_ length: Length) -> Style { Style("gap", length) }

    /// Sets the size of the text.
    public static func fontSize(_ length: Length) -> Style { Style("font-size", length) }

    /// Sets the radius of the corners.
    public static func borderRadius(_ length: Length) -> Style { Style("border-radius", length) }

    /// Sets the color of the text.
    public static func color(_ color: Color) -> Style { Style("color", color) }

    /// Sets the color of the background.
    public static func backgroundColor(_ color: Color) -> Style { Style("background-color", color) }

    /// Sets the color of the border.
    public static func borderColor(_ color: Color) -> Style { Style("border-color", color) }

    /// Sets the color that fills a shape.
    public static func fill(_ color: Color) -> Style { Style("fill", color) }

    /// Sets the color of a shape's outline.
    public static func stroke(_ color: Color) -> Style { Style("stroke", color) }

    /// Sets the opacity, from 0 to 1.
    public static func opacity(_ number: Double) -> Style { Style("opacity", number) }

    /// Sets the share of the free space in a flexible box.
    public static func flexGrow(_ number: Double) -> Style { Style("flex-grow", number) }

    /// Sets the height of a line, as a multiple of the font size.
    public static func lineHeight(_ number: Double) -> Style { Style("line-height", number) }

    /// Sets the width of a shape's outline.
    public static func strokeWidth(_ number: Double) -> Style { Style("stroke-width", number) }

    /// Sets the position in front of or behind other elements.
    public static func zIndex(_ number: Int) -> Style { Style("z-index", "\(number)") }

    /// Sets the position among the items of a grid or a flexible box.
    public static func order(_ number: Int) -> Style { Style("order", "\(number)") }

    /// Sets the column in a grid.
    public static func gridColumn(_ number: Int) -> Style { Style("grid-column", "\(number)") }

    /// Sets the row in a grid.
    public static func gridRow(_ number: Int) -> Style { Style("grid-row", "\(number)") }

    /// Moves, rotates and scales the element. The last step is applied first.
    public static func transform(_ steps: Transform...) -> Style {
        let texts = steps.compactMap(\.css)
        return Style("transform", texts.count == steps.count ? texts.joined(separator: " ") : nil)
    }
}
