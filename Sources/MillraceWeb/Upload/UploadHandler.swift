#if Web || Hummingbird || App
    /// Receives a file that the user has chosen, and passes its bytes to the handler that reads them.
    ///
    /// The bytes are read from the connection only when the handler needs them. So a transfer has at most one chunk in
    /// memory, and the browser waits for a slow handler.
    struct UploadHandler: Sendable {
        private let connection: any PageConnection
        private let context: ServerContext

        init(_ connection: any PageConnection, _ context: ServerContext) {
            (self.connection, self.context) = (connection, context)
        }

        /// Receives the file. Returns when the handler has all bytes.
        ///
        /// - Throws: A `RequestError`, if the request is refused or the handler has stopped reading.
        func run(_ head: PageRequest, _ body: LivePages.Body) async throws {
            guard head.method == "POST" else { throw RequestError.methodNotAllowed }
            guard head.isFromOwnPage else { throw RequestError.crossOrigin }
            guard head.browserCookie != nil else { throw RequestError.missingCookie }
            guard head["content-length"] != nil else { throw RequestError.lengthRequired }
            let query = FormFields.parse(head.query.utf8) ?? []
            guard let session = query.first(where: { $0.name == "s" })?.value,
                let file = query.first(where: { $0.name == "u" })?.value
            else { throw RequestError.malformed }
            let client = ClientIdentity(head)
            let owner = WebClient(client)
            try await connection.enter(context.uploads, owner)
            defer { context.uploads.release(owner) }
            guard let page = await context.registry.page(session, client),
                let source = await page.beginUpload(file, size: head.bodyLength)
            else { throw RequestError.unexpectedUpload }
            try await transfer(source, body)
        }

        private func transfer(_ source: UploadSource, _ body: LivePages.Body) async throws {
            var rest = source.size
            do {
                while rest > 0, await source.waitForReader() {
                    let count = min(rest, FileUpload.chunkBytes)
                    let bytes = try await body(count)
                    rest -= bytes.count
                    source.deliver(bytes)
                }
            } catch {
                source.fail(FileUpload.Failure.connectionLost)
                throw error
            }
            guard rest == 0 else { throw RequestError.uploadEnded }
            source.finish()
        }
    }
#endif
