/// Puts the statements of a view one after the other.
///
/// Each stands for a place among its siblings, so that an `if` which comes and goes does not make others of those that
/// follow; what comes of a loop is told apart by its number, or by ``HTML/key(_:)``.
@resultBuilder public enum HTMLBuilder<Action> {
    /// A piece.
    public static func buildExpression(_ html: HTML<Action>) -> HTML<Action> { html }

    /// A text.
    public static func buildExpression(_ text: some StringProtocol) -> HTML<Action> {
        text.isEmpty ? HTML() : HTML([HTMLNode(.text(String(text)))])
    }

    /// A number, as a text.
    public static func buildExpression(_ number: some BinaryInteger) -> HTML<Action> {
        HTML([HTMLNode(.text("\(number)"))])
    }

    /// One statement after the other.
    public static func buildBlock(_ statements: HTML<Action>...) -> HTML<Action> {
        if statements.count == 1 { return statements[0] }
        return HTML(statements.enumerated().flatMap { index, html in html.nodes.map { $0.within(UInt64(index + 1)) } })
    }

    /// What an `if` comes to.
    public static func buildOptional(_ html: HTML<Action>?) -> HTML<Action> { html ?? HTML() }

    /// The one way of an `if`.
    public static func buildEither(first: HTML<Action>) -> HTML<Action> { HTML(first.nodes.map { $0.within(1 << 32) }) }

    /// The other way of an `if`.
    public static func buildEither(second: HTML<Action>) -> HTML<Action> {
        HTML(second.nodes.map { $0.within(2 << 32) })
    }

    /// What a loop comes to.
    public static func buildArray(_ iterations: [HTML<Action>]) -> HTML<Action> {
        HTML(
            iterations.enumerated().flatMap { index, iteration in
                iteration.nodes.map { $0.isKeyed ? $0 : $0.within(UInt64(index) + 3 << 32) }
            })
    }

    /// What depends on the system's version.
    public static func buildLimitedAvailability(_ html: HTML<Action>) -> HTML<Action> { html }
}
