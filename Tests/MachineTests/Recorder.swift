#if PostgreSQL && App
    import MachineSupport
    import Millrace

    /// Records what the clients do, in one order.
    final class Recorder: Sendable {
        private struct State {
            var time = 0
            var sends: [String: History.Send] = [:]
            var reads: [History.Read] = []
            var pages: [String: History.Page] = [:]
            var acknowledged = 0
            var faults: [FaultKind: Int] = [:]
            /// Whether there are no more faults.
            var hasEnded = false
            var waiters: [CheckedContinuation<Void, Never>] = []
        }

        private let state = Lock(State())
        private let messages: Int
        private let faults: Int

        /// - Parameters:
        ///   - messages: The number of acknowledged messages and presses at which a run can end.
        ///   - faults: The number of faults of each kind.
        init(messages: Int, faults: Int) { (self.messages, self.faults) = (messages, faults) }

        /// Returns the number of the next event.
        func now() -> Int {
            state.withLock { state in
                state.time += 1
                return state.time
            }
        }

        func begin(_ client: Int, _ number: Int, to ledger: String) {
            let time = now()
            let send = History.Send(client: client, number: number, ledger: ledger, began: time)
            state.withLock { $0.sends[send.id] = send }
        }

        func acknowledge(_ id: String, turn: UInt64?) {
            let time = now()
            change { state in
                state.sends[id]?.acknowledged = time
                state.sends[id]?.turn = turn
                state.acknowledged += 1
            }
        }

        func add(_ read: History.Read) { state.withLock { $0.reads.append(read) } }

        func change(_ page: History.Page) {
            change { state in
                state.acknowledged += page.acknowledged - (state.pages[page.name]?.acknowledged ?? 0)
                state.pages[page.name] = page
            }
        }

        func add(_ fault: FaultKind) { change { $0.faults[fault, default: 0] += 1 } }

        private func change(_ body: (inout State) -> Void) {
            let waiters = state.withLock { state in
                body(&state)
                guard isComplete(state) else { return [CheckedContinuation<Void, Never>]() }
                defer { state.waiters = [] }
                return state.waiters
            }
            for waiter in waiters { waiter.resume() }
        }

        /// Notes that there are no more faults, because all were injected, or because one of them has failed.
        func endFaults() { change { $0.hasEnded = true } }

        private func isComplete(_ state: State) -> Bool {
            if state.hasEnded, FaultKind.allCases.contains(where: { state.faults[$0, default: 0] < faults }) {
                return true
            }
            return state.acknowledged >= messages
                && FaultKind.allCases.allSatisfy { state.faults[$0, default: 0] >= faults }
        }

        /// Returns when there are enough messages and faults, when a fault has failed, or when the task is cancelled.
        func waitUntilComplete() async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isOver = state.withLock { state in
                        if isComplete(state) || Task.isCancelled { return true }
                        state.waiters.append(continuation)
                        return false
                    }
                    if isOver { continuation.resume() }
                }
            } onCancel: {
                let waiters = state.withLock { state in
                    defer { state.waiters = [] }
                    return state.waiters
                }
                for waiter in waiters { waiter.resume() }
            }
        }

        var history: History {
            state.withLock { state in
                History(
                    sends: Array(state.sends.values), reads: state.reads,
                    pages: state.pages.values.sorted { $0.name < $1.name })
            }
        }

        var summary: String {
            state.withLock { state in
                "\(state.acknowledged) acknowledged, \(state.reads.count) reads, "
                    + FaultKind.allCases.map { "\($0): \(state.faults[$0, default: 0])" }.joined(separator: ", ")
            }
        }
    }
#endif
