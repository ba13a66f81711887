/// Runs the steps of long work one after another, and shares the time between the clients. So a slow search or a long text delays
/// only the client that has requested it.
actor ClientQueue {
    private struct Step {
        let client: WindowClient
        let continuation: CheckedContinuation<Void, Never>
    }

    private var isRunning = false
    private var waiting: [Step] = []
    private var counts = StepCounts()

    /// Runs a step of the work of this client, when it is the client's turn.
    func run<Result: Sendable>(
        for client: WindowClient, _ step: @Sendable () async throws -> Result
    ) async throws -> Result {
        if isRunning {
            await withCheckedContinuation { waiting.append(Step(client: client, continuation: $0)) }
        }
        isRunning = true
        counts.add(client)
        defer { startNext() }
        return try await step()
    }

    private func startNext() {
        if let next = counts.next(of: waiting.map(\.client)) {
            waiting.remove(at: next).continuation.resume()
        } else {
            (isRunning, counts) = (false, StepCounts())
        }
    }
}

/// The numbers of steps that were run for each client.
struct StepCounts {
    private var ofAddress: [String: Int] = [:]
    private var ofClient: [WindowClient: Int] = [:]

    mutating func add(_ client: WindowClient) {
        ofAddress[client.address, default: 0] += 1
        ofClient[client, default: 0] += 1
    }

    /// Returns the index of the client whose step is next: that of the address with the fewest steps and, within the address,
    /// of the browser with the fewest steps.
    func next(of waiting: [WindowClient]) -> Int? {
        waiting.indices.min { count(of: waiting[$0]) < count(of: waiting[$1]) }
    }

    private func count(of client: WindowClient) -> (Int, Int) {
        (ofAddress[client.address] ?? 0, ofClient[client] ?? 0)
    }
}
