#if Web || Hummingbird || App
    extension FairQueue {
        /// The number of bytes up to which any number of inputs and documents may be converted at the same time.
        private static let maxQuickBytes = 4_096

        /// Decodes an input or encodes a document when it is the turn of its browser, or at once if it is short.
        ///
        /// - Parameters:
        ///   - byteCount: The number of bytes in the input or the document.
        ///   - client: The browser.
        ///   - work: Returns the result.
        func convert<Result>(
            byteCount: Int, of client: WebClient, _ work: () async throws -> Result
        ) async rethrows -> Result {
            guard byteCount > Self.maxQuickBytes else { return try await work() }
            _ = await enter(client)
            defer { release(client, cost: 1 + byteCount / 16_384) }
            return try await work()
        }
    }
#endif
