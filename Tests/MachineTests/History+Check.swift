#if PostgreSQL && App
    import MachineSupport

    extension History {
        /// Returns what must not occur; empty for a correct history.
        func violations() -> [String] {
            let names = Set(sends.map(\.ledger)).union(reads.map(\.ledger)).union(stored.keys)
            let ledgers = names.sorted().flatMap { name in
                let check = LedgerCheck(
                    stored[name] ?? Stored(), sends.filter { $0.ledger == name }, reads.filter { $0.ledger == name })
                return check.violations().map { "\(name): \($0)" }
            }
            return ledgers + pages.flatMap { page in page.violations().map { "\(page.name): \($0)" } }
        }
    }

    extension History.Page {
        /// Each acknowledged press takes effect once and in order. The last one can have an unknown outcome.
        fileprivate func violations() -> [String] {
            guard let shown else { return failures + (acknowledged > 0 ? ["it shows nothing"] : []) }
            let digits = (0..<shown.count).map { "\($0 % 10)" }.joined()
            let isInOrder = shown == digits
            let isComplete = (acknowledged...max(acknowledged, pressed)).contains(shown.count)
            return failures
                + (isInOrder ? [] : ["the presses are not in order: \(shown)"])
                + (isComplete ? [] : ["\(shown.count) presses of \(acknowledged) acknowledged ones"])
        }
    }

    /// The check of one ledger.
    private struct LedgerCheck {
        private let stored: History.Stored
        private let sends: [History.Send]
        private let reads: [History.Read]
        /// The places of messages, by id.
        private let places: [String: [Int]]

        init(_ stored: History.Stored, _ sends: [History.Send], _ reads: [History.Read]) {
            (self.stored, self.sends, self.reads) = (stored, sends, reads)
            places = Dictionary(grouping: stored.entries.indices) { stored.entries[$0].messageID }
        }

        func violations() -> [String] {
            messages() + senders() + owners() + turnsOfEntries() + turnsOfSends() + placesOfSends()
                + acknowledgedBeforeReads() + prefixes()
        }

        /// Acknowledged ⊆ stored, each message is reduced once, and nothing else is stored.
        private func messages() -> [String] {
            let known = Set(sends.map(\.id))
            var found: [String] = []
            for (id, places) in places {
                if places.count > 1 { found.append("the message \(id) was reduced \(places.count) times") }
                if !known.contains(id) { found.append("the message \(id) was never sent") }
                if stored.turns[id] == nil { found.append("the message \(id) has no turn") }
            }
            for id in stored.turns.keys where places[id] == nil { found.append("the message \(id) was overwritten") }
            for send in sends where send.acknowledged != nil {
                if places[send.id] == nil { found.append("the acknowledged message \(send.id) is not stored") }
                if let turn = send.turn, let other = stored.turns[send.id], turn != other {
                    found.append(
                        "the message \(send.id) was acknowledged with turn \(turn), and is stored with \(other)")
                }
            }
            return found
        }

        /// The order of each sender.
        private func senders() -> [String] {
            var (last, found): ([Int: Int], [String]) = ([:], [])
            for entry in stored.entries {
                if let before = last[entry.client], before > entry.number {
                    found.append("the message \(entry.messageID) is behind \(before) of the same client")
                }
                last[entry.client] = entry.number
            }
            return found
        }

        /// The entries are one list that one owner after another has continued: none of them has written after a later one.
        private func owners() -> [String] {
            var (ended, found, last): (Set<String>, [String], String?) = ([], [], nil)
            for (index, entry) in stored.entries.enumerated() {
                if entry.place != index { found.append("the entry \(index) was written as number \(entry.place)") }
                if entry.owner == last { continue }
                if ended.contains(entry.owner) {
                    found.append("the owner \(entry.owner) has written \(entry.messageID) after another one")
                }
                if let last { ended.insert(last) }
                last = entry.owner
            }
            return found
        }

        /// The turns of the entries do not decrease.
        private func turnsOfEntries() -> [String] {
            var (last, found): (UInt64, [String]) = (0, [])
            for entry in stored.entries {
                guard let turn = stored.turns[entry.messageID] else { continue }
                if turn < last { found.append("the message \(entry.messageID) has turn \(turn) behind \(last)") }
                last = max(last, turn)
            }
            return found
        }

        /// What was acknowledged before another message was sent has the smaller turn.
        private func turnsOfSends() -> [String] {
            let acknowledged = sends.compactMap { send -> (time: Int, turn: UInt64)? in
                guard let time = send.acknowledged, let turn = send.turn else { return nil }
                return (time, turn)
            }.sorted { $0.time < $1.time }
            var (next, highest, found): (Int, UInt64, [String]) = (0, 0, [])
            for send in sends.sorted(by: { $0.began < $1.began }) {
                while next < acknowledged.count, acknowledged[next].time < send.began {
                    highest = max(highest, acknowledged[next].turn)
                    next += 1
                }
                if let turn = send.turn ?? stored.turns[send.id], turn <= highest {
                    found.append("the message \(send.id) has turn \(turn), and one before it \(highest)")
                }
            }
            return found
        }

        /// What was acknowledged before another message was sent precedes it.
        private func placesOfSends() -> [String] {
            let acknowledged = sends.compactMap { send -> (time: Int, place: Int)? in
                guard let time = send.acknowledged, let place = places[send.id]?.first else { return nil }
                return (time, place)
            }.sorted { $0.time < $1.time }
            var (next, highest, found): (Int, Int, [String]) = (0, -1, [])
            for send in sends.sorted(by: { $0.began < $1.began }) {
                while next < acknowledged.count, acknowledged[next].time < send.began {
                    highest = max(highest, acknowledged[next].place)
                    next += 1
                }
                if let place = places[send.id]?.first, place <= highest {
                    found.append("the message \(send.id) is entry \(place), and one before it \(highest)")
                }
            }
            return found
        }

        /// A read sees what was acknowledged, and what others have seen, before it began.
        private func acknowledgedBeforeReads() -> [String] {
            var seen: [(time: Int, count: Int)] = reads.map { ($0.ended, $0.view.count) }
            for send in sends {
                guard let time = send.acknowledged, let place = places[send.id]?.first else { continue }
                seen.append((time, place + 1))
            }
            seen.sort { $0.time < $1.time }
            var (next, highest, found): (Int, Int, [String]) = (0, 0, [])
            for read in reads.sorted(by: { $0.began < $1.began }) {
                while next < seen.count, seen[next].time < read.began {
                    highest = max(highest, seen[next].count)
                    next += 1
                }
                if read.view.count < highest {
                    found.append("a read has seen \(read.view.count) entries, and there were \(highest) before it")
                }
            }
            return found
        }

        /// Each read has seen the begin of the entries.
        private func prefixes() -> [String] {
            var (last, count, found): ([Int: Int], Int, [String]) = ([:], 0, [])
            for read in reads.sorted(by: { $0.view.count < $1.view.count }) {
                guard read.view.count <= stored.entries.count else {
                    found.append("a read has seen \(read.view.count) entries of \(stored.entries.count)")
                    continue
                }
                for entry in stored.entries[count..<read.view.count] { last[entry.client] = entry.number }
                count = read.view.count
                if read.view.last != last {
                    found.append("a read of \(count) entries has seen \(read.view.last) instead of \(last)")
                }
            }
            return found
        }
    }

    extension Ledger.Entry {
        fileprivate var messageID: String { Ledger.id(client: client, number: number) }
    }
#endif
