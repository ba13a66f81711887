import Foundation
import Millrace
import MillraceHistory
import TestSupport
import Testing

// Symptom: of 100 answers that a thread sent, the events 4 to 56 were lost. The later ones and the end came before them.
// Cause: the engine took the posted jobs, and each job's input looked for posted jobs again before it entered the queue. Jobs
// that were posted meanwhile entered the queue before the rest of the jobs that the engine had taken.
// Correct behavior: jobs enter the queue in the order in which they were posted.
@MainActor struct PostedOrderTests {
    private struct Count: Command { typealias Output = Int }

    /// Collects the events of `Count` and the end of its receipt.
    private func record(_ engine: Engine) -> (store: Store<Counts>, replies: Replies) {
        let replies = Replies()
        engine.handle(Count.self) { _, reply in replies.all.append(reply) }
        return (Store([], Counts(), on: engine), replies)
    }

    @Test("L2 · L6 · a job that is posted while posted jobs are taken is processed after them")
    func nested() async throws {
        try await withEngine { engine in
            let (store, replies) = record(engine)
            let receipt = store.send(.start)
            engine.execute(Count())
            replies.all[1].finish()
            engine.processPending()
            // The report of the misuse is a posted job. It runs code that posts another job.
            engine.onFault = { _ in replies.all[0].finish(with: 3) }
            replies.all[1].finish()
            replies.all[0].data(1)
            replies.all[0].data(2)
            try await receipt.finishedInTime()
            #expect(store.state == [1, 2, 3])
        }
    }

    @Test("L2 · L6 · the engine loses no event of a thread, and keeps their order, whatever it does meanwhile")
    func thread() async throws {
        try await withEngine { engine in
            let (store, replies) = record(engine)
            let receipt = store.send(.start)
            let reply = replies.all[0]
            replies.all = []
            Thread {
                for number in 0..<50_000 { reply.data(number) }
                reply.finish()
            }.start()
            try await receipt.finishedInTime()
            #expect(store.state.elementsEqual(0..<50_000))
        }
    }

    private final class Replies { var all: [Reply<Count>] = [] }

    private struct Counts: Reducer {
        enum Action { case start, received(Event<Count>) }

        func reduce(_ state: inout [Int], _ action: Action) -> Flow<Self> {
            switch action {
            case .start: return .execute(Count(), as: Action.received)
            case .received(.data(let number)): state.append(number)
            case .received: break
            }
            return .none
        }
    }
}
