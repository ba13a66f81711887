/// Who writes here: the one account of a storage.
package struct Account: Hashable, Codable, Sendable {
    /// The name that stands under what is published.
    package let name: String

    /// An account of this name.
    package init(name: String) { self.name = name }
}

/// A passphrase on its way to the storage. It is never printed, recorded or stored.
package struct Passphrase: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    /// How many characters it must have at least.
    package static let shortest = 8

    /// What was typed.
    package let text: String

    /// The passphrase `text`.
    package init(_ text: String) { self.text = text }

    /// Not the passphrase.
    package var description: String { "•••" }
    /// Not the passphrase.
    package var debugDescription: String { "•••" }
    /// Nothing to look into.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Names a window: what one tab of the browser shows, whatever module stands in it.
package struct WindowID: Hashable, Codable, Sendable {
    /// Counts the windows of one run of the program.
    package let number: Int

    /// The window with this number.
    package init(_ number: Int) { self.number = number }
}

/// Why nobody was signed in.
package enum SignInFailure: Error, Hashable {
    /// The account has another name, or another passphrase.
    case wrong
    /// A new account needs a name.
    case noName
    /// The passphrase of a new account is shorter than ``Passphrase/shortest``.
    case tooShort
    /// The storage could not be asked.
    case storage(StorageFailure)

    /// A sentence for the person.
    package var sentence: String {
        switch self {
        case .wrong: "The name or the passphrase is wrong."
        case .noName: "Type the name that shall stand under what you publish."
        case .tooShort: "A passphrase has \(Passphrase.shortest) characters at least."
        case .storage(let failure): "You are not signed in, because \(failure.reason)."
        }
    }
}
