#if SQLite || App
    import Millrace

    /// A piece of work in flight, as it is stored: a command, or a delay with what follows it.
    struct WorkRecord: Codable, Equatable {
        /// The name of the store that requested it.
        let store: String
        let flow: FlowRecord
        /// The key of a command.
        var key = ""
        /// How often the handler of a command was started by a process.
        var starts = 0
        /// Whether the last process suspended the command while its handler ran, which ``starts`` does not count.
        var wasSuspended: Bool?
        /// The end of a delay, in seconds since 1970.
        var deadline: Double?
        /// Why the command became a dead letter.
        var reason: String?
    }

    /// A flow, as it is stored.
    indirect enum FlowRecord: Codable, Equatable {
        /// An action of the store, as JSON.
        case send(String)
        case execute(CommandRecord)
        case delay(DelayRecord)
        case merge([FlowRecord])
    }

    /// A command, as it is stored.
    struct CommandRecord: Codable, Equatable {
        /// The name of the type.
        let name: String
        /// The command, as JSON.
        let value: String
        let id: IDRecord?
        let policy: PolicyRecord
        let retry: RetryRecord?
        /// The action for a cancellation, as JSON.
        let cancelled: String?
    }

    struct DelayRecord: Codable, Equatable {
        let isDebounce: Bool
        let nanoseconds: Int64
        let id: IDRecord?
        let flow: FlowRecord
    }

    /// The id of an effect. Only texts and integers can be stored.
    enum IDRecord: Codable, Hashable {
        case text(String)
        case number(Int)

        init?(_ id: AnyHashable) {
            if let text = id.base as? String {
                self = .text(text)
            } else if let number = id.base as? Int {
                self = .number(number)
            } else {
                return nil
            }
        }

        var id: AnyHashable {
            switch self {
            case .text(let text): text
            case .number(let number): number
            }
        }
    }

    enum PolicyRecord: Codable, Equatable {
        case concurrent, latest, first, queue
        case limit(Int)

        init(_ policy: Policy) {
            switch policy {
            case .concurrent: self = .concurrent
            case .latest: self = .latest
            case .first: self = .first
            case .queue: self = .queue
            case .limit(let number): self = .limit(number)
            }
        }

        var policy: Policy {
            switch self {
            case .concurrent: .concurrent
            case .latest: .latest
            case .first: .first
            case .queue: .queue
            case .limit(let number): .limit(number)
            }
        }
    }

    struct RetryRecord: Codable, Equatable {
        let attempts: Int
        let delay: Int64
        let factor: Double
        let limit: Int64?
        let jitter: Double

        init(_ retry: Retry) {
            (attempts, delay, factor) = (retry.attempts, nanoseconds(retry.delay), retry.factor)
            (limit, jitter) = (retry.limit.map { nanoseconds($0) }, retry.jitter)
        }

        var retry: Retry {
            .times(
                attempts, delay: .nanoseconds(delay), factor: factor, upTo: limit.map { .nanoseconds($0) },
                jitter: jitter)
        }
    }
#endif
