package import MillraceAccounts

/// Why a visitor could not enter.
package enum EntranceFailure: Error, Hashable, Codable, Sendable {
    case password(PasswordError)
    case taken
    case short
    case closed

    /// The reason, as a sentence.
    package var sentence: String {
        switch self {
        case .password(let error): "\(error)"
        case .taken: "This name is taken. Choose another one."
        case .short: "Choose a name, and a password of at least 8 characters."
        case .closed: "The shop was closed meanwhile. Try again."
        }
    }
}
