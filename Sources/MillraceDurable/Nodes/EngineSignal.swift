#if SQLite || App
    import Millrace

    /// Wakes a task when something happens to an engine, or after a time.
    final class EngineSignal: Sendable {
        private struct State {
            var isSet = false
            var waiter: CheckedContinuation<Void, Never>?
        }

        private let state = Lock(State())

        /// Lets the task that waits continue, or the next one.
        func set() {
            let waiter = state.withLock { state in
                let waiter = state.waiter.take()
                if waiter == nil { state.isSet = true }
                return waiter
            }
            waiter?.resume()
        }

        /// Returns when the signal was set since the last return, or when the task is cancelled. One task may wait at a time.
        func wait() async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isSet = state.withLock { state in
                        if state.isSet { state.isSet = false } else { state.waiter = continuation }
                        return state.waiter == nil
                    }
                    if isSet { continuation.resume() }
                }
            } onCancel: {
                set()
            }
        }

        /// Returns as ``wait()`` does, or when a time has passed.
        func wait(atMost time: Duration, _ clock: any Clock<Duration>) async {
            let timer = Task {
                do { try await clock.sleep(for: time) } catch { return }
                set()
            }
            await wait()
            timer.cancel()
        }
    }

    /// An event of an engine in a storage that nodes share.
    enum EngineChange: Hashable {
        /// It has resumed in this process.
        case opened
        /// Another node has stored turns of it.
        case stored
        /// It may have no owner any more.
        case released
    }

    /// The signals of all engines.
    struct EngineSignals {
        private var signals: [String: [Int: (changes: Set<EngineChange>, signal: EngineSignal)]] = [:]
        private var lastNumber = 0

        /// Adds a signal. Returns its number.
        mutating func add(_ signal: EngineSignal, at changes: Set<EngineChange>, of engine: String) -> Int {
            lastNumber += 1
            signals[engine, default: [:]][lastNumber] = (changes, signal)
            return lastNumber
        }

        mutating func remove(_ number: Int, of engine: String) {
            signals[engine]?[number] = nil
            if signals[engine]?.isEmpty == true { signals[engine] = nil }
        }

        /// Returns the signals that wait for a change of an engine; `nil` for all engines.
        func signals(at change: EngineChange, of engine: String?) -> [EngineSignal] {
            let all = engine.map { signals[$0].map { [$0] } ?? [] } ?? Array(signals.values)
            return all.joined().filter { $0.value.changes.contains(change) }.map(\.value.signal)
        }
    }
#endif
