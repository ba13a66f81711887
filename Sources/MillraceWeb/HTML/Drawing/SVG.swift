// One function for each common SVG element. `element(_:_:)` creates all others, such as gradients.

/// Creates an `svg`: a drawing with its own coordinates. It contains the shapes of this file and no HTML.
///
/// - Parameters:
///   - width: The width in the units of the drawing. A style sheet may scale the drawing.
///   - height: The height in the same units.
///   - description: A text for users who cannot see the drawing. Without it, assistive technology ignores the drawing if
///     nothing in it can be focused.
///   - content: The shapes, from back to front.
public func svg<Action>(
    width: Double, height: Double, description: String? = nil, @HTMLBuilder<Action> _ content: () -> HTML<Action>
) -> HTML<Action> {
    make("svg", content).attribute("viewBox", "0 0 \(width.plainText) \(height.plainText)")
        .attribute("width", width).attribute("height", height)
        .role(description == nil ? "presentation" : "img").aria("label", description)
}

/// Creates a `g`: shapes that are moved and painted together.
public func g<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("g", content) }

/// Creates a `circle`.
///
/// - Parameters:
///   - x: The horizontal position of its center.
///   - y: The vertical position of its center.
///   - radius: The radius.
public func circle<Action>(x: Double, y: Double, radius: Double) -> HTML<Action> {
    shape("circle").attribute("cx", x).attribute("cy", y).attribute("r", radius)
}

/// Creates an `ellipse`.
///
/// - Parameters:
///   - x: The horizontal position of its center.
///   - y: The vertical position of its center.
///   - radiusX: Half of its width.
///   - radiusY: Half of its height.
public func ellipse<Action>(x: Double, y: Double, radiusX: Double, radiusY: Double) -> HTML<Action> {
    shape("ellipse").attribute("cx", x).attribute("cy", y).attribute("rx", radiusX).attribute("ry", radiusY)
}

/// Creates a `rect`.
///
/// - Parameters:
///   - x: The left edge.
///   - y: The upper edge.
///   - width: The width.
///   - height: The height.
///   - cornerRadius: The radius of its corners. Defaults to 0.
public func rect<Action>(
    x: Double, y: Double, width: Double, height: Double, cornerRadius: Double = 0
) -> HTML<Action> {
    shape("rect").attribute("x", x).attribute("y", y).attribute("width", width).attribute("height", height)
        .attribute("rx", cornerRadius == 0 ? nil : cornerRadius)
}

/// Creates a `line` between two points.
public func line<Action>(from start: PagePoint, to end: PagePoint) -> HTML<Action> {
    shape("line").attribute("x1", start.x).attribute("y1", start.y).attribute("x2", end.x).attribute("y2", end.y)
}

/// Creates a `polyline`: lines from point to point.
public func polyline<Action>(_ points: [PagePoint]) -> HTML<Action> {
    shape("polyline").attribute("points", list(points)).attribute("fill", "none")
}

/// Creates a `polygon`: a closed shape with these corners.
public func polygon<Action>(_ points: [PagePoint]) -> HTML<Action> {
    shape("polygon").attribute("points", list(points))
}

/// Creates a `path` from the commands of SVG, such as `"M0 0L10 5"`.
public func svgPath<Action>(_ commands: String) -> HTML<Action> { shape("path").attribute("d", commands) }

/// Creates a `text` in a drawing. The position is that of its base line. `attribute("text-anchor", "middle")` centers it.
///
/// - Parameters:
///   - x: The horizontal position of its start.
///   - y: The vertical position of its base line.
///   - content: The text.
public func svgText<Action>(
    x: Double, y: Double, @HTMLBuilder<Action> _ content: () -> HTML<Action>
) -> HTML<Action> { make("text", content).attribute("x", x).attribute("y", y) }

/// Creates the `title` of a shape or a drawing, which appears when the pointer rests on it. It must be the first element.
public func svgTitle<Action>(_ text: String) -> HTML<Action> { make("title") { text } }

extension HTML {
    /// Sets the color that fills a shape. `nil` leaves it empty.
    public func fill(_ color: Style.Color?) -> HTML { attribute("fill", color?.description ?? "none") }

    /// Sets the color and the width of a shape's outline. `nil` draws none.
    public func stroke(_ color: Style.Color?, width: Double = 1) -> HTML {
        attribute("stroke", color?.description ?? "none").attribute("stroke-width", color == nil ? nil : width)
    }

    /// Moves, rotates and scales a shape, in the units of the drawing. The last step is applied first.
    public func svgTransform(_ steps: Style.Transform...) -> HTML {
        attribute("transform", steps.map(\.svg).joined(separator: " "))
    }
}

private func shape<Action>(_ tag: HTMLTag) -> HTML<Action> { HTML(HTMLElement(tag)) }

private func list(_ points: [PagePoint]) -> String {
    points.map { "\($0.x.plainText),\($0.y.plainText)" }.joined(separator: " ")
}
