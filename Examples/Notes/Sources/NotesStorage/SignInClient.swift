/// The client that signs in.
package struct SignInClient: Hashable, Sendable {
    /// Identifies the browser while the program runs.
    package let browser: Int
    /// The network address.
    package let address: String

    package init(browser: Int, address: String) { (self.browser, self.address) = (browser, address) }
}
