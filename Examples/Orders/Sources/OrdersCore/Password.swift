import MillraceKit

/// A password that a person typed. No recording contains it.
package struct Password: Hashable, Codable, Sendable, Unrecorded {
    /// The text that was typed.
    package let text: String

    /// Creates a password from a text.
    package init(_ text: String) { self.text = text }
}
