#if Web || Hummingbird || App
    import Foundation

    // The messages of live connections that another node has.
    extension LivePages {
        /// Whether several nodes share the sessions.
        package var hasNodes: Bool { context.registry.shared != nil }

        private static let newline = UInt8(ascii: "\n")

        /// Passes lines of a client to the node that has a live connection. They are lost if none has it.
        ///
        /// - Throws: ``RequestError``, if the client sends too many, or if the storage cannot be reached.
        package func relay(_ lines: [UInt8], of input: LiveInput, to connection: String) async throws(RequestError) {
            guard let shared = context.registry.shared else { throw .gone }
            // A client can invent any number of cookies.
            let client = await context.registry.known(input.client)
            guard await context.documents.enter(client) else { throw .tooManyRequests }
            defer { context.documents.release(client) }
            do {
                for _ in lines.split(separator: Self.newline) { try input.countMessage() }
            } catch { throw .tooManyRequests }
            do {
                let owner = try JSONEncoder().encode(input.client.owner)
                try await shared.relay(Array(owner) + [Self.newline] + lines, to: connection)
            } catch { throw .waitsForStorage }
        }

        /// Removes and returns the lines that other nodes have passed to a live connection. Ignores those of other clients.
        ///
        /// - Throws: ``RequestError``, if the storage cannot be reached.
        package func relayed(to connection: String, of input: LiveInput) async throws(RequestError) -> [[UInt8]] {
            let client = input.client
            let texts: [[UInt8]]
            do {
                texts =
                    try await context.registry.shared?.relayed(to: connection) { text in
                        let owner = text.prefix { $0 != Self.newline }
                        let identity = try? JSONDecoder().decode(SessionOwner.self, from: Data(owner))
                        return identity.map { ClientIdentity($0).owns(sessionOf: client) } ?? false
                    } ?? []
            } catch { throw .waitsForStorage }
            return texts.flatMap { $0.split(separator: Self.newline).dropFirst().map(Array.init) }
        }

        /// Calls this with the name of each live connection that lines were passed to.
        package func onRelay(_ receive: @escaping @Sendable (_ connection: String) -> Void) {
            context.registry.shared?.onRelay(receive)
        }
    }
#endif
