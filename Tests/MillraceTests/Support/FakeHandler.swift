import Millrace

/// A handler whose commands the test answers, at any time and in any order.
@MainActor final class FakeHandler<C: Command> {
    private(set) var asked: [C] = []
    private var waiting: [Int: CheckedContinuation<C.Output, any Error>] = [:]
    /// The commands that were cancelled while they waited.
    private(set) var cancelled: [Int] = []
    private let obeysCancellation: Bool

    /// The functions that wait for the end of a handler.
    private var ends: [Int: CheckedContinuation<Void, Never>] = [:]

    init(_ engine: Engine, obeysCancellation: Bool = true) where C.Failure == any Error, C.Progress == Void {
        self.obeysCancellation = obeysCancellation
        engine.handle(C.self, reportsStart: true) { [self] command in
            let number = asked.count
            asked.append(command)
            // The test continues when the actor is free: after the engine has processed the answer.
            defer { ends.removeValue(forKey: number)?.resume() }
            return try await answer(number)
        }
    }

    private func answer(_ number: Int) async throws -> C.Output {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting[number] = $0 }
        } onCancel: {
            MainActor.assumeIsolated { cancel(number) }
        }
    }

    private func cancel(_ number: Int) {
        cancelled.append(number)
        if obeysCancellation { waiting.removeValue(forKey: number)?.resume(throwing: CancellationError()) }
    }

    /// Answers command number `number`, counted from 0, and waits until the engine has processed the answer.
    func succeed(_ number: Int, with output: C.Output) async { await resume(number, with: .success(output)) }

    func fail(_ number: Int, with error: any Error) async { await resume(number, with: .failure(error)) }

    private func resume(_ number: Int, with result: Result<C.Output, any Error>) async {
        guard let answer = waiting.removeValue(forKey: number) else { return }
        await withCheckedContinuation {
            ends[number] = $0
            answer.resume(with: result)
        }
    }
}

/// An error for tests.
struct Oops: Error, Equatable {
    var number = 0
}

/// An owner of subscriptions.
final class Owner {}
