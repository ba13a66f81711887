public import Millrace

/// A command that observes a part of a store of another engine. `observe` of ``ActiveCommands`` executes it.
///
/// Its results are the current value of the part, and later ones. It fails with ``RemoteError/closed`` when the store is released. In a
/// test store it is pending: `store.answer(RemoteObservation<Shop, Int>.self, with: .data(3))`.
public struct RemoteObservation<R: Reducer, Part: Equatable & Sendable>: EngineCommand where R.Action: Sendable {
    /// The value.
    public typealias Output = Part
    /// It reports no progress.
    public typealias Progress = Never
    /// The store was released.
    public typealias Failure = RemoteError

    /// The store.
    public let store: RemoteStore<R>
    /// The part.
    public let part: any KeyPath<R.State, Part> & Sendable

    /// Creates the command.
    public init(_ part: any KeyPath<R.State, Part> & Sendable, of store: RemoteStore<R>) {
        (self.part, self.store) = (part, store)
    }

    /// Sends the values, until the command is cancelled.
    package func handle(_ reply: Reply<RemoteObservation>) {
        let newest = Lock<Part?>(nil)
        let subscription = store.target.observe(part) { result in
            let value: Part
            switch result {
            case .success(let new): value = new
            // Both are jobs, so none comes after the end.
            case .failure(let error): return reply.posted.post(.betweenTurns { reply.fail(error) })
            }
            let isFirst = newest.withLock { newest in
                defer { newest = value }
                return newest == nil
            }
            if !isFirst { return }
            // Several values are one turn, if the engine is busy.
            reply.posted.post(
                .betweenTurns {
                    if let value = newest.withLock({ $0.take() }) { reply.data(value) }
                })
        }
        reply.onCancel { subscription.cancel() }
    }
}

extension RemoteObservation: Equatable {
    /// Whether both observe the same part of the same store.
    public static func == (one: RemoteObservation, other: RemoteObservation) -> Bool {
        one.store == other.store && (one.part as AnyKeyPath) == (other.part as AnyKeyPath)
    }
}

// For recordings. A handle cannot be decoded.
extension RemoteObservation: Encodable {
    private enum Key: CodingKey { case part }

    /// Encodes the part as text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("\(part)", forKey: .part)
    }
}

extension RemoteObservation: CustomStringConvertible {
    /// The part and the type of its store.
    public var description: String { "\(part) of \(store)" }
}

extension ActiveCommands {
    /// Observes a part of a store of another engine, as long as this is declared.
    ///
    /// ```swift
    /// func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
    ///     commands.observe(shop, \.orders, as: Action.observed, id: "orders")
    /// }
    /// ```
    /// Sends the current value, and later ones. An engine that is busy misses values, and receives the newest one. A value is never older than
    /// the one before it.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - part: The part of its state.
    ///   - action: Returns the action for an event: a value, or ``RemoteError/closed`` when the store is released. Not compared.
    ///   - id: Identifies the observation from turn to turn.
    public mutating func observe<Other: Reducer, Part: Equatable & Sendable, ID: Hashable>(
        _ store: RemoteStore<Other>, _ part: any KeyPath<Other.State, Part> & Sendable,
        as action: @escaping (Event<RemoteObservation<Other, Part>>) -> R.Action, id: ID
    ) {
        execute(RemoteObservation(part, of: store), as: action, id: id)
    }
}
