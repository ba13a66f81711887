import MillraceKit

/// Checks who wants to sign in. Where the storage has no account yet, this makes it.
package struct EnterAccount: Command, Equatable {
    package typealias Output = Account
    package typealias Failure = SignInFailure
    package let name: String
    package let passphrase: Passphrase

    package init(name: String, passphrase: Passphrase) { (self.name, self.passphrase) = (name, passphrase) }
}

/// Whether the storage has an account, so that a page can say what signing in will do.
package struct FindAccount: Command, Equatable {
    package typealias Output = Bool
    package typealias Failure = StorageFailure

    package init() {}
}
