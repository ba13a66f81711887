/// The client that a window was opened for.
package struct WindowClient: Hashable, Sendable {
    /// Identifies the browser while the program runs.
    package let browser: Int
    /// The network address.
    package let address: String

    /// The client of windows that are unknown.
    static let unknown = WindowClient(browser: 0, address: "")

    package init(browser: Int, address: String) { (self.browser, self.address) = (browser, address) }
}
