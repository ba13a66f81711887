/// Runs work of clients in a few slots. Further work waits, and the clients share the slots. So a slow search, a long text or many
/// downloads delay only the client that has requested them.
///
/// Long work is run in steps, so that the steps of others can run between them.
actor ClientQueue {
    /// The work of a client that waits, in order.
    private struct Waiting {
        let client: WindowClient
        var work: ArraySlice<Work>
    }

    private struct Work {
        let id: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private let slots: Int
    private let slotsOfAddress: Int
    private let isCancellable: Bool
    private var waiting: [Waiting] = []
    /// The running work of each address.
    private var running: [String: Int] = [:]
    private var free: Int
    private var counts = StepCounts()
    private let now: @Sendable () -> ContinuousClock.Instant
    private var lastID = 0

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - slots: How much work can run at the same time.
    ///   - slotsOfAddress: How much work of one address can run at the same time. Defaults to all slots.
    ///   - isCancellable: Whether waiting work ends when its task is cancelled. Otherwise it runs nevertheless.
    ///   - now: Measures the steps.
    init(
        slots: Int = 1, slotsOfAddress: Int = .max, isCancellable: Bool = false,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.slots, self.slotsOfAddress, self.isCancellable, self.now) = (slots, slotsOfAddress, isCancellable, now)
        free = slots
    }

    /// Runs work of this client, when it is the client's turn.
    ///
    /// - Throws: What `work` throws; a `CancellationError` if the queue is cancellable and the task is cancelled before.
    func run<Result: Sendable>(
        for client: WindowClient, _ work: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await enter(client)
        let start = now()
        defer {
            counts.addTime(start.duration(to: now()), of: client)
            leave(client)
        }
        return try await work()
    }

    /// Runs work of this client in steps. After each step, the client continues whose work has taken the least time.
    ///
    /// - Parameter step: Changes the state, and returns whether the work is done.
    /// - Returns: The state after the last step.
    /// - Throws: What `step` throws; a `CancellationError` as ``run(for:_:)`` does.
    func runSteps<State: Sendable>(
        for client: WindowClient, from state: State, _ step: @Sendable (inout State) async throws -> Bool
    ) async throws -> State {
        var state = state
        try await enter(client)
        while true {
            let start = now()
            let isDone: Bool
            do {
                defer { counts.addTime(start.duration(to: now()), of: client) }
                isDone = try await step(&state)
            } catch {
                leave(client)
                throw error
            }
            if !isDone, isNext(client) {
                counts.add(client)
                continue
            }
            leave(client)
            if isDone { return state }
            try await enter(client)
        }
    }

    /// Whether this client, whose work runs, precedes all that wait for its slot.
    private func isNext(_ client: WindowClient) -> Bool {
        let others = waiting.map(\.client).filter { $0.address == client.address || hasPlace($0) }
        return counts.next(of: [client] + others) == 0
    }

    private func enter(_ client: WindowClient) async throws {
        if isCancellable { try Task.checkCancellation() }
        // If a slot is free, all work that waits has reached the limit of its address.
        if canStart(client) { return start(client) }
        lastID += 1
        let id = lastID
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                add(Work(id: id, continuation: $0), of: client)
            }
        } onCancel: {
            // The actor runs this after the line above.
            if isCancellable { Task { await self.cancel(id, of: client) } }
        }
    }

    private func add(_ work: Work, of client: WindowClient) {
        if let index = waiting.firstIndex(where: { $0.client == client }) {
            waiting[index].work.append(work)
        } else {
            waiting.append(Waiting(client: client, work: [work]))
        }
    }

    /// Removes work of the client in `waiting` at an index.
    private func remove(at position: ArraySlice<Work>.Index? = nil, ofClientAt index: Int) -> Work {
        defer { if waiting[index].work.isEmpty { waiting.remove(at: index) } }
        return position.map { waiting[index].work.remove(at: $0) } ?? waiting[index].work.removeFirst()
    }

    private func cancel(_ id: Int, of client: WindowClient) {
        guard let index = waiting.firstIndex(where: { $0.client == client }),
            let position = waiting[index].work.firstIndex(where: { $0.id == id })
        else { return }
        remove(at: position, ofClientAt: index).continuation.resume(throwing: CancellationError())
    }

    private func leave(_ client: WindowClient) {
        free += 1
        let rest = running[client.address, default: 1] - 1
        running[client.address] = rest > 0 ? rest : nil
        let startable = waiting.indices.filter { canStart(waiting[$0].client) }
        if let next = counts.next(of: startable.map { waiting[$0].client }) {
            start(waiting[startable[next]].client)
            remove(ofClientAt: startable[next]).continuation.resume()
        } else if free == slots {
            counts = StepCounts()
        }
    }

    private func canStart(_ client: WindowClient) -> Bool { free > 0 && hasPlace(client) }

    /// Whether the limit of its address permits more work of a client.
    private func hasPlace(_ client: WindowClient) -> Bool { running[client.address, default: 0] < slotsOfAddress }

    private func start(_ client: WindowClient) {
        free -= 1
        running[client.address, default: 0] += 1
        counts.add(client)
    }
}

/// The numbers of steps that were run for each client. A long step counts as many.
struct StepCounts {
    /// The duration of an ordinary step.
    static let step = Duration.milliseconds(20)
    /// The number of clients above which their numbers are discarded.
    static let maxClients = 10_000

    private var ofAddress: [String: Int] = [:]
    private var ofClient: [WindowClient: Int] = [:]
    /// The number of the address whose step was run last. An address that had no steps for a while continues here, so that it does
    /// not precede the others for long.
    private var current = 0

    mutating func add(_ client: WindowClient) {
        current = max(current, ofAddress[client.address] ?? 0)
        ofAddress[client.address] = current + 1
        ofClient[client, default: 0] += 1
        guard ofClient.count > Self.maxClients else { return }
        // The other addresses would continue at the current number anyway.
        (ofAddress, ofClient) = (ofAddress.filter { $0.value > current }, [:])
    }

    /// Counts a step that has ended as several, if it took that long. So a client cannot get more time by longer steps.
    mutating func addTime(_ time: Duration, of client: WindowClient) {
        let steps = Int(time / Self.step)
        ofAddress[client.address, default: current] += steps
        ofClient[client, default: 0] += steps
    }

    /// Returns the index of the client whose step is next: that of the address with the fewest steps and, within the address,
    /// of the browser with the fewest steps. Of several such addresses, one that had no steps for a while is next.
    func next(of waiting: [WindowClient]) -> Int? {
        func steps(_ client: WindowClient) -> (Int, Int) {
            let steps = ofAddress[client.address] ?? 0
            return (max(current, steps), steps)
        }
        guard let address = waiting.min(by: { steps($0) < steps($1) })?.address else { return nil }
        return waiting.indices.filter { waiting[$0].address == address }.min {
            ofClient[waiting[$0], default: 0] < ofClient[waiting[$1], default: 0]
        }
    }
}
