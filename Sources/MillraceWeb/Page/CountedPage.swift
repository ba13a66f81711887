public import MillraceModules

/// A page without a server, for programs that count the cost of its frames.
@_spi(Counting) public final class CountedPage {
    private let page: Page
    private let browser: Int

    /// Draws the navigator's scenes, and connects a browser that shows them.
    public init(_ navigator: Navigator) {
        page = Page(navigator, id: "counted", isShared: false)
        let sequence = page.content().sequence
        browser = page.connect(Hello(session: "counted", client: "one", sequence: sequence, url: "/"), isNew: false)
        while nextFrame() != nil {}
    }

    /// Returns the next frame for the browser. Returns `nil` if the browser shows the current page.
    public func nextFrame() -> String? { page.browsers[browser].flatMap { page.frame(for: $0) } }
}
