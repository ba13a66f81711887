#if Web || Hummingbird || App
    import Millrace

    /// The documents that are being sent. They are in memory until their clients have read them.
    ///
    /// When those of an address exceed the limit, the connection closes that gives up its place; see ``FairShares``. So clients that do
    /// not read neither fill the memory nor make other clients wait.
    final class OutgoingDocuments: Sendable {
        private struct State {
            var shares: FairShares<Int>
            var closings: [Int: @Sendable () -> Void] = [:]
            var lastNumber = 0
        }

        private let state: Lock<State>

        /// - Parameter limit: The maximum number of bytes for one client address. A single document may have more.
        init(limit: Int) { state = Lock(State(shares: FairShares(.max, ofAddress: limit, ofBrowser: .max))) }

        /// The number of documents.
        var count: Int { state.withLock { $0.closings.count } }

        /// Sends a document.
        ///
        /// - Parameter close: Closes the connection in favor of another one. It makes `send` return.
        func send<Result>(
            _ bytes: Int, to client: WebClient, close: @escaping @Sendable () -> Void, _ send: () async -> Result
        ) async -> Result {
            let document = begin(bytes, to: client, close: close)
            defer { withExtendedLifetime(document) {} }
            return await send()
        }

        /// Begins to send a document, which counts until the result is released.
        ///
        /// - Parameter close: Closes the connection in favor of another one.
        func begin(_ bytes: Int, to client: WebClient, close: @escaping @Sendable () -> Void) -> OutgoingDocument {
            let number = state.withLock { state in
                // Under the lock: a connection that has sent its document may belong to another client.
                while case .after(let id) = state.shares.room(for: client, cost: bytes) {
                    state.shares.set(nil, as: id)
                    state.closings.removeValue(forKey: id)?()
                }
                state.lastNumber += 1
                let place = FairShares<Int>.Place(client: client, cost: bytes, use: .idle, lastUse: state.lastNumber)
                state.shares.set(place, as: state.lastNumber)
                state.closings[state.lastNumber] = close
                return state.lastNumber
            }
            return OutgoingDocument { [self] in remove(number) }
        }

        private func remove(_ number: Int) {
            state.withLock { state in
                state.shares.set(nil, as: number)
                state.closings[number] = nil
            }
        }
    }
#endif
