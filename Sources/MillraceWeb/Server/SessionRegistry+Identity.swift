#if Web || Hummingbird || App
    import Logging
    import Millrace

    // Signing visitors in and out.
    extension SessionRegistry {
        /// The work of the server for its visitors.
        var visitorService: Visitor.Service {
            Visitor.Service(
                canSignIn: configuration.identities != nil, now: timers.now,
                end: { [weak self] identity in await self?.signOut(identity) },
                endSession: { [weak self] visitor in await self?.endSession(of: visitor) })
        }

        /// Returns the visitor for whom a session was created. `nil` if it does not exist.
        func visitor(of id: String) -> Visitor? { table[id]?.visitor }

        /// Returns the request without an identity whose sign-in has ended since the request was received.
        func withCurrentIdentity(_ request: PageRequest) -> PageRequest {
            guard request.isIdentityOfService, let identities = configuration.identities,
                identities.identity(of: request) != request.identity
            else { return request }
            var request = request
            request.identity = nil
            return request
        }

        /// Gives a session without an identity the one that its visitor was offered, and a new ID. Closes its live connections: their
        /// browser connects again, with its cookie.
        ///
        /// - Parameter token: The token of the offer; `nil` for the response to a form.
        /// - Returns: The new ID and the identity; `nil` if the client has no such session, or no such offer.
        func signIn(
            _ id: String, token: String?, client: ClientIdentity
        ) async -> (id: String, identity: Identity)? {
            guard client.identity == nil, let page = await page(id, client),
                let identity = table[id]?.visitor.accept(token)
            else { return nil }
            let newID = RandomID.make()
            live.closeAll(of: id, because: .replaced)
            table.rename(id, to: newID) { entry in
                entry.client?.identity = identity
                // The requests and connections that run end under the old ID.
                (entry.connections, entry.requests) = (0, 0)
            }
            await page.rename(newID)
            // Otherwise the browser could not find the session after a restart.
            guard await storeOwner(of: newID) else { return nil }
            startTimerIfUnused(newID)
            return (newID, identity)
        }

        /// Ends a sign-in, and all of its sessions, also those that are being created.
        func signOut(_ identity: Identity) async {
            do {
                try await configuration.identities?.end(identity)
            } catch {
                log.write(
                    .identityFailure, .error, "A sign-out is not stored, because the application threw an error.",
                    ["error": "\(Fault.name(of: error))"])
            }
            await endSessions(of: identity)
            await passOnSignOut(of: identity)
        }

        /// Ends the sessions of an identity that this node knows.
        func endSessions(of identity: Identity) async {
            let names = records.all.filter { ClientIdentity($0.owner).identity == identity }.map(\.name)
            await endSessions(table.ids.filter { table[$0]?.client?.identity == identity }, deleting: names)
        }

        private func endSession(of visitor: Visitor) async {
            let ids = table.ids.filter { table[$0]?.visitor === visitor }
            await endSessions(ids, deleting: ids.compactMap { table[$0]?.recordName })
        }

        /// Ends sessions at once: none of them is found any more before the first page has ended. Then deletes stored ones.
        private func endSessions(_ ids: [String], deleting names: [String]) async {
            for name in names { records.remove(name) }
            let names = names + ids.compactMap { table[$0]?.recordName }
            let entries = ids.compactMap { id in
                noteUse(id)
                return table.remove(id)
            }
            noteCounts()
            await withTaskGroup { group in
                for entry in entries { if let page = entry.page { group.addTask { await page.end() } } }
            }
            for entry in entries { freed.note(entry.load.memory) }
            await delete(names)
        }
    }
#endif
