import Millrace

/// A handler whose commands the test answers, at any time and in any order.
@MainActor final class FakeHandler<C: Command> {
    private(set) var asked: [C] = []
    private var waiting: [Int: CheckedContinuation<C.Output, any Error>] = [:]
    /// The commands that were cancelled while they waited.
    private(set) var cancelled: [Int] = []
    private let obeysCancellation: Bool

    init(_ engine: Engine, obeysCancellation: Bool = true) where C.Failure == any Error {
        self.obeysCancellation = obeysCancellation
        engine.handle(C.self) { [self] command in try await answer(command) }
    }

    private func answer(_ command: C) async throws -> C.Output {
        let number = asked.count
        asked.append(command)
        return try await withTaskCancellationHandler {
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
    func succeed(_ number: Int, with output: C.Output) async {
        waiting.removeValue(forKey: number)?.resume(returning: output)
        await nextJob()
    }

    func fail(_ number: Int, with error: any Error) async {
        waiting.removeValue(forKey: number)?.resume(throwing: error)
        await nextJob()
    }
}

/// An error for tests.
struct Oops: Error, Equatable {
    var number = 0
}

/// An owner of subscriptions.
final class Owner {}
