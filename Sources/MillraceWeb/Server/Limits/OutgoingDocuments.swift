#if Web || Hummingbird || App
    import Millrace

    /// The documents that are being sent, by client address. They are in memory until the client has read them.
    ///
    /// When those of an address exceed the limit, the connection that has sent for the longest time closes, of the browser with
    /// the most bytes. So clients that do not read neither fill the memory nor make other clients wait.
    final class OutgoingDocuments: Sendable {
        private struct Document {
            let number: Int
            let client: ClientIdentity
            let bytes: Int
            let close: @Sendable () -> Void
        }

        private let limit: Int
        private let documents = Lock<(lastNumber: Int, all: [String: [Document]])>((0, [:]))

        /// - Parameter limit: The maximum number of bytes for one client address. A single document may have more.
        init(limit: Int) { self.limit = limit }

        /// The number of documents.
        var count: Int { documents.withLock { $0.all.values.reduce(0) { $0 + $1.count } } }

        /// Sends a document.
        ///
        /// - Parameter close: Closes the connection in favor of another one. It makes `send` return.
        func send<Result>(
            _ bytes: Int, to client: ClientIdentity, close: @escaping @Sendable () -> Void, _ send: () async -> Result
        ) async -> Result {
            let document = begin(bytes, to: client, close: close)
            defer { withExtendedLifetime(document) {} }
            return await send()
        }

        /// Begins to send a document, which counts until the result is released.
        ///
        /// - Parameter close: Closes the connection in favor of another one.
        func begin(
            _ bytes: Int, to client: ClientIdentity, close: @escaping @Sendable () -> Void
        ) -> OutgoingDocument {
            let number = documents.withLock { documents in
                documents.lastNumber += 1
                let document = Document(number: documents.lastNumber, client: client, bytes: bytes, close: close)
                closeExcess(adding: document, to: &documents.all[client.address, default: []])
                return document.number
            }
            return OutgoingDocument { [self] in remove(number, of: client.address) }
        }

        /// Called under the lock: a connection that has sent its document may belong to another client.
        private func closeExcess(adding document: Document, to own: inout [Document]) {
            own.append(document)
            // The new document is the last one, and stays.
            while own.count > 1, own.reduce(0, { $0 + $1.bytes }) > limit {
                let shares = own.dropLast().reduce(into: [:]) { $0[$1.client.cookie, default: 0] += $1.bytes }
                let most = shares.max { $0.value < $1.value }?.key
                guard let index = own.firstIndex(where: { $0.client.cookie == most }) else { break }
                own.remove(at: index).close()
            }
        }

        private func remove(_ number: Int, of address: String) {
            documents.withLock { documents in
                documents.all[address]?.removeAll { $0.number == number }
                if documents.all[address]?.isEmpty == true { documents.all[address] = nil }
            }
        }
    }
#endif
