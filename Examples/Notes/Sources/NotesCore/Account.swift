import MillraceKit

/// The account of the person who writes. A storage has at most one.
package struct Account: Hashable, Codable, Sendable {
    /// The name that is shown with published notes.
    package let name: String

    /// Creates an account with a name.
    package init(name: String) { self.name = name }
}

/// A passphrase that a person typed. It is never printed, recorded or stored.
package struct Passphrase: Hashable, Codable, Sendable, Unrecorded, CustomStringConvertible,
    CustomDebugStringConvertible, CustomReflectable
{
    /// The minimum number of characters.
    package static let shortest = 8
    /// The maximum length of a passphrase and of a name, in bytes of UTF-8. Deriving a key from a longer one takes too long.
    package static let longest = 1_000

    /// The text that was typed.
    package let text: String

    /// Creates a passphrase from a text.
    package init(_ text: String) { self.text = text }

    /// A placeholder that does not reveal the passphrase.
    package var description: String { "•••" }
    /// A placeholder that does not reveal the passphrase.
    package var debugDescription: String { "•••" }
    /// An empty mirror, so that reflection does not reveal the passphrase.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The identity of a window, which is one tab of the browser.
package struct WindowID: Hashable, Codable, Sendable {
    /// The number of the window, counted from the start of the program.
    package let number: Int
    /// Identifies the client that the window was opened for. The windows of a client share its turns.
    package let client: Int

    /// Creates the identity of the window with a number.
    package init(_ number: Int, client: Int = 0) { (self.number, self.client) = (number, client) }
}

/// Why a sign-in failed.
package enum SignInFailure: Error, Hashable, Codable {
    /// The name or the passphrase does not match the account.
    case wrong
    /// The name of a new account is empty.
    case noName
    /// The passphrase of a new account is shorter than ``Passphrase/shortest``.
    case tooShort
    /// The name or the passphrase is longer than ``Passphrase/longest``.
    case tooLong
    /// Too many other sign-ins are being checked.
    case busy
    /// The passphrase was wrong too often. The next attempt is possible after some seconds.
    case tooManyAttempts(seconds: Int)
    /// The storage could not check the account.
    case storage(StorageFailure)

    /// A sentence that describes the failure to the person.
    package var sentence: String {
        switch self {
        case .wrong: "The name or the passphrase is wrong."
        case .noName: "Enter a name. It is shown with the notes that you publish."
        case .tooShort: "The passphrase must have at least \(Passphrase.shortest) characters."
        case .tooLong: "The name and the passphrase can have at most \(Passphrase.longest) letters."
        case .busy: "Too many people are signing in. Try again in a moment."
        case .tooManyAttempts(let seconds): "Too many wrong attempts. Try again in \(seconds) s."
        case .storage(let failure): "Sign-in failed because \(failure.reason)."
        }
    }
}
