#if SQLite || App
    import Millrace

    /// The engines of a storage that are open in this process.
    final class OpenEngines: Sendable {
        /// How other threads reach an open engine. Its writer may be used only on its actor.
        struct Member: Sendable {
            let context: ActorContext
            let writer: ActorBound<DurableWriter>
            /// Distinguishes the writer from later ones.
            let id: ObjectIdentifier
        }

        private let members = Lock<[String: Member?]>([:])

        /// Reserves a name. Returns `false` if it is in use.
        func reserve(_ name: String) -> Bool {
            members.withLock { members in
                if members[name] != nil { return false }
                members[name] = .some(nil)
                return true
            }
        }

        /// Adds the writer of a reserved name.
        func add(_ writer: DurableWriter) {
            let member = Member(context: writer.context, writer: ActorBound(writer), id: ObjectIdentifier(writer))
            members.withLock { $0[writer.name] = member }
        }

        func remove(_ name: String) { members.withLock { _ = $0.removeValue(forKey: name) } }

        subscript(name: String) -> Member? { members.withLock { $0[name] ?? nil } }

        /// Lets an engine read its inbox, if it is open.
        func wake(_ name: String) {
            guard let member = self[name] else { return }
            member.context.enqueue { member.writer.open()?.receive() }
        }
    }
#endif
