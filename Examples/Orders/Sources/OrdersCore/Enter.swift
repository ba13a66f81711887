import MillraceDurable
import MillraceKit
package import MillraceWeb

/// Signs a visitor in, with a new account or an existing one. The engine of the page handles it. It is not stored, because it contains
/// a password.
package struct Enter: TransientCommand {
    package typealias Output = String
    package typealias Progress = Never
    package typealias Failure = EntranceFailure
    /// The name in the form.
    package let name: String
    /// The password in the form.
    package let password: Password
    /// Whether the account is created.
    package let isNew: Bool
    /// The visitor.
    package let visitor: Visitor
}
