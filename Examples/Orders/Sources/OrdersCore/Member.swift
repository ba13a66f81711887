package import MillraceAccounts

/// A person with an account.
package struct Member: Hashable, Codable, Sendable {
    /// The name, which is unique.
    package let name: String
    /// The password's hash.
    package let password: PasswordHash

    /// Creates a member.
    package init(name: String, password: PasswordHash) { (self.name, self.password) = (name, password) }
}
