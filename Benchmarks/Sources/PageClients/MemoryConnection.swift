import MillraceWeb
import Synchronization

/// A live connection in the memory of this process. Its browser receives each frame at once.
final class MemoryConnection: LiveTransport {
    private struct State {
        var messages: [[UInt8]] = []
        var reader: CheckedContinuation<Void, Never>?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let receiveFrame: @Sendable ([UInt8]) -> Void

    /// - Parameter receiveFrame: Called for each frame, one at a time.
    init(_ receiveFrame: @escaping @Sendable ([UInt8]) -> Void) { self.receiveFrame = receiveFrame }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Sends a message of the browser.
    func write(_ text: String) { change { $0.messages.append(Array(text.utf8)) } }

    func receive(atMost count: Int) async throws -> [[UInt8]] {
        while true {
            let messages = state.withLock { state in
                let first = Array(state.messages.prefix(count))
                state.messages.removeFirst(first.count)
                return first
            }
            if !messages.isEmpty { return messages }
            if isClosed { throw CancellationError() }
            await withCheckedContinuation { reader in
                let isReady = state.withLock { state in
                    if !state.messages.isEmpty || state.isClosed { return true }
                    state.reader = reader
                    return false
                }
                if isReady { reader.resume() }
            }
        }
    }

    func send(_ text: [UInt8]) async throws { receiveFrame(text) }

    func close(_ code: UInt16) async { abort() }
    func abort() { change { $0.isClosed = true } }
    func beginWait() {}
    func endWait() -> Bool { true }

    private func change(_ body: (inout State) -> Void) {
        let reader = state.withLock { state in
            body(&state)
            return state.reader.take()
        }
        reader?.resume()
    }
}
