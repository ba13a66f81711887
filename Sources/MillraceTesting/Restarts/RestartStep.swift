#if SQLite || App
    /// A step of a search with restarts.
    enum RestartStep<Action>: SearchedStep {
        case send(Action)
        /// An outcome of the call with this index.
        case answer(Int, outcome: Int, label: String)
        /// The next timer fires.
        case advance
        /// A person retries the oldest dead letter.
        case retry
        /// The process is killed, and another one opens the storage.
        case kill
        /// The engine is suspended, and another process opens the storage.
        case suspend

        /// Whether neither the user nor an end of the process causes the step.
        var isInternal: Bool {
            switch self {
            case .answer, .advance, .retry: true
            case .send, .kill, .suspend: false
            }
        }

        var isRestart: Bool {
            switch self {
            case .kill, .suspend: true
            case .send, .answer, .advance, .retry: false
            }
        }

        var label: String {
            switch self {
            case .send(let action): "send \(shortDescription(of: action))"
            case .answer(_, _, let label): label
            case .advance: "the next timer fires"
            case .retry: "a dead letter is retried"
            case .kill: "the process is killed"
            case .suspend: "the engine is suspended"
            }
        }
    }
#endif
