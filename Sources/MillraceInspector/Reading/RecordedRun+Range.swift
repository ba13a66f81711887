#if Inspector || App
    import MillraceJournal

    extension RecordedRun {
        /// The number of turns that are looked at.
        private static let startLimit = 1_000

        /// Returns the first turn of a test that repeats what led to a turn: the message from outside that has caused it.
        ///
        /// If the store then waits for an answer to a command, the first turn is before this command was requested. Otherwise the test
        /// would not know of it.
        func start(before id: UInt64, of store: UInt64?) -> UInt64 {
            var start = chain(to: id).first?.id ?? id
            let position = firstPosition(from: id)
            let range = turns[max(0, position - Self.startLimit)..<position]
            let commands = range.filter { $0.kind == "command" && $0.store == store && $0.outcome != "discarded" }
            while let pending = commands.first(where: { $0.id < start && isPending($0, in: start) }) {
                let earlier = chain(to: pending.id).first?.id ?? pending.id
                guard earlier < start, earlier >= range.first?.id ?? id else { return start }
                start = earlier
            }
            return start
        }

        /// Returns the actions after some turns that followed from them at once.
        func actions(following turns: [RecordedTurn]) -> [RecordedTurn] {
            guard let last = turns.last else { return [] }
            var causes = Set(turns.map(\.id))
            return self.turns[firstPosition(from: last.last + 1)...].prefix { $0.time == last.time }.filter { turn in
                let follows = turn.kind == "action" && causes.contains(turn.cause)
                if follows { causes.insert(turn.id) }
                return follows
            }
        }

        /// Whether a command that was requested before a turn had not ended then.
        private func isPending(_ command: RecordedTurn, in turn: UInt64) -> Bool {
            if let ended = command.ended { return ended.turn >= turn }
            return command.outcome == nil || command.outcome == "pending"
        }
    }
#endif
