/// Combines the statements of a view into HTML.
///
/// Each statement has its own identity among its siblings. Therefore an `if` that adds or removes elements does not
/// affect those after it. The elements of a loop are identified by their index, or by ``HTML/key(_:)``.
///
/// Its methods are inlined, because code that is generic over the action looks up the types of arrays at each call.
@resultBuilder public enum HTMLBuilder<Action> {
    /// Includes a fragment.
    @inlinable public static func buildExpression(_ html: HTML<Action>) -> HTML<Action> { html }

    /// Includes a fragment if there is one.
    @inlinable public static func buildExpression(_ html: HTML<Action>?) -> HTML<Action> { html ?? HTML() }

    /// Includes a text, a number, a date, or an optional of these. `nil` creates no node.
    @inlinable public static func buildExpression(_ value: some HTMLConvertible) -> HTML<Action> { value.html() }

    /// Combines statements in order.
    @inlinable public static func buildBlock(_ statements: HTML<Action>...) -> HTML<Action> {
        if statements.count == 1 { return statements[0] }
        var nodes: [HTMLNode] = []
        for (index, html) in statements.enumerated() { html.append(to: &nodes, at: UInt64(index + 1)) }
        return HTML(nodes)
    }

    /// Includes the content of an `if` without an `else`.
    @inlinable public static func buildOptional(_ html: HTML<Action>?) -> HTML<Action> { html ?? HTML() }

    /// Includes the first branch of an `if` or a `switch`.
    @inlinable public static func buildEither(first: HTML<Action>) -> HTML<Action> {
        HTML(first.nodes.map { $0.withPosition(1 << 32) })
    }

    /// Includes the second branch of an `if` or a `switch`.
    @inlinable public static func buildEither(second: HTML<Action>) -> HTML<Action> {
        HTML(second.nodes.map { $0.withPosition(2 << 32) })
    }

    /// Combines the iterations of a loop.
    ///
    /// Swift evaluates all iterations first, also when the page exceeds its limits. Use ``each(_:id:content:)`` for lists whose
    /// length is not limited: it ends at the limit.
    @inlinable public static func buildArray(_ iterations: [HTML<Action>]) -> HTML<Action> {
        HTML(
            iterations.enumerated().flatMap { index, iteration in
                iteration.nodes.map { $0.isKeyed ? $0 : $0.withPosition(UInt64(index) + 3 << 32) }
            })
    }

    /// Includes content that depends on the system's version.
    @inlinable public static func buildLimitedAvailability(_ html: HTML<Action>) -> HTML<Action> { html }
}
