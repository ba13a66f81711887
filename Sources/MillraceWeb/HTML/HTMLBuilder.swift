/// Combines the statements of a view into HTML.
///
/// Each statement has its own identity among its siblings. Therefore an `if` that adds or removes elements does not
/// affect those after it. The elements of a loop are identified by their index, or by ``HTML/key(_:)``.
@resultBuilder public enum HTMLBuilder<Action> {
    /// Includes a fragment.
    public static func buildExpression(_ html: HTML<Action>) -> HTML<Action> { html }

    /// Includes a text. An empty text creates no node.
    public static func buildExpression(_ text: some StringProtocol) -> HTML<Action> {
        text.isEmpty ? HTML() : HTML([HTMLNode(.text(String(text)))])
    }

    /// Includes a number as a text.
    public static func buildExpression(_ number: some BinaryInteger) -> HTML<Action> {
        HTML([HTMLNode(.text("\(number)"))])
    }

    /// Combines statements in order.
    public static func buildBlock(_ statements: HTML<Action>...) -> HTML<Action> {
        if statements.count == 1 { return statements[0] }
        return HTML(
            statements.enumerated().flatMap { index, html in html.nodes.map { $0.withPosition(UInt64(index + 1)) } })
    }

    /// Includes the content of an `if` without an `else`.
    public static func buildOptional(_ html: HTML<Action>?) -> HTML<Action> { html ?? HTML() }

    /// Includes the first branch of an `if` or a `switch`.
    public static func buildEither(first: HTML<Action>) -> HTML<Action> {
        HTML(first.nodes.map { $0.withPosition(1 << 32) })
    }

    /// Includes the second branch of an `if` or a `switch`.
    public static func buildEither(second: HTML<Action>) -> HTML<Action> {
        HTML(second.nodes.map { $0.withPosition(2 << 32) })
    }

    /// Combines the iterations of a loop.
    public static func buildArray(_ iterations: [HTML<Action>]) -> HTML<Action> {
        HTML(
            iterations.enumerated().flatMap { index, iteration in
                iteration.nodes.map { $0.isKeyed ? $0 : $0.withPosition(UInt64(index) + 3 << 32) }
            })
    }

    /// Includes content that depends on the system's version.
    public static func buildLimitedAvailability(_ html: HTML<Action>) -> HTML<Action> { html }
}
