#if Web || Hummingbird || App
    /// Why a password was not accepted.
    public enum PasswordError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
        /// The account does not exist, or its password is another one.
        case wrongPassword
        /// Too many attempts have failed. The next one is checked after this time.
        case tooManyAttempts(Duration)
        /// Too many visitors of the address wait, or the task was cancelled.
        case busy

        /// The reason, as a sentence in English for the visitor.
        public var description: String {
            switch self {
            case .wrongPassword: "The name or the password is wrong."
            case .tooManyAttempts(let time):
                "Too many attempts have failed. Try again in \(max(1, time.components.seconds)) s."
            case .busy: "Too many people are signing in. Try again in a moment."
            }
        }
    }
#endif
