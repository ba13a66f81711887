#if SQLite || App
    import Millrace

    /// A piece of work in flight, as it is stored: a command, or a delay with what follows it.
    struct WorkRecord: Codable, Equatable {
        /// The name of the store that requested it.
        private(set) var store: String
        private(set) var flow: FlowRecord
        /// The key of a command.
        var key = ""
        /// How often the handler of a command was started by a process.
        var starts = 0
        /// How often the command was retried after a failure.
        var retries: Int?
        /// Whether the last process suspended the command while its handler ran, which ``starts`` does not count.
        var wasSuspended: Bool?
        /// The time of the request, in seconds since 1970.
        var since: Double?
        /// The end of a delay, in seconds since 1970.
        var deadline: Double?
        /// The end of a delay by the clock of the engine, in seconds.
        var end: Double?
        /// Why the command became a dead letter.
        var reason: String?

        func renamed(store: String) -> WorkRecord {
            var copy = self
            copy.store = store
            return copy
        }

        func replacing(flow: FlowRecord) -> WorkRecord {
            var copy = self
            copy.flow = flow
            return copy
        }
    }

    /// A flow, as it is stored.
    indirect enum FlowRecord: Codable, Equatable {
        /// An action of the store, as JSON.
        case send(String)
        case execute(CommandRecord)
        case delay(DelayRecord)
        case merge([FlowRecord])
        case child(ChildRecord)
    }

    /// A flow of a child, as it is stored.
    struct ChildRecord: Codable, Equatable {
        let name: String
        /// The key of a child in a collection, as JSON.
        let key: String
        let flow: FlowRecord
    }

    /// A command, as it is stored.
    struct CommandRecord: Codable, Equatable {
        /// The name of the type.
        var name: String
        /// The command, as JSON.
        var value: String
        let id: IDRecord?
        let policy: PolicyRecord
        var retry: RetryRecord?
        /// The action for a cancellation, as JSON.
        var cancelled: String?

        func replacing(name: String, value: String) -> CommandRecord {
            var copy = self
            (copy.name, copy.value) = (name, value)
            return copy
        }

        /// Returns the command with this number of retries less.
        func after(_ retries: Int) -> CommandRecord {
            var copy = self
            copy.retry = retry?.after(retries)
            return copy
        }

        func replacing(cancelled: String?) -> CommandRecord {
            var copy = self
            copy.cancelled = cancelled
            return copy
        }
    }

    struct DelayRecord: Codable, Equatable {
        let isDebounce: Bool
        let nanoseconds: Int64
        let id: IDRecord?
        let flow: FlowRecord
    }

    /// The id of an effect.
    enum IDRecord: Codable, Hashable {
        case text(String)
        case number(Int)
        /// An id of a registered type, as JSON.
        case coded(type: String, value: String)
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
        private(set) var attempts: Int
        let delay: Int64
        let factor: Double
        let limit: Int64?
        let jitter: Double

        init(_ retry: Retry) {
            (attempts, delay, factor) = (retry.attempts, nanoseconds(retry.delay), retry.factor)
            (limit, jitter) = (retry.limit.map { nanoseconds($0) }, retry.jitter)
        }

        func after(_ retries: Int) -> RetryRecord {
            var copy = self
            copy.attempts = max(0, attempts - retries)
            return copy
        }

        var retry: Retry {
            .times(
                attempts, delay: .nanoseconds(delay), factor: factor, upTo: limit.map { .nanoseconds($0) },
                jitter: jitter)
        }
    }
#endif
