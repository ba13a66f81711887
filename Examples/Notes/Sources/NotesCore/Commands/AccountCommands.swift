import MillraceKit

/// Signs in with a name and a passphrase. Creates the account if the storage has none.
package struct EnterAccount: Command, Equatable, Codable {
    package typealias Output = Account
    package typealias Failure = SignInFailure
    package let name: String
    package let passphrase: Passphrase
    /// The window in which the person signs in.
    package let window: WindowID

    package init(name: String, passphrase: Passphrase, in window: WindowID) {
        (self.name, self.passphrase, self.window) = (name, passphrase, window)
    }
}

/// Signs out, also in the other windows of the browser.
package struct EndSignIn: Command, Equatable, Codable {
    package typealias Output = Void
    package typealias Failure = Never

    package init() {}
}

/// Reads whether the storage has an account. If it has none, signing in creates it.
package struct FindAccount: Command, Equatable, Codable {
    package typealias Output = Bool
    package typealias Failure = StorageFailure

    package init() {}
}
