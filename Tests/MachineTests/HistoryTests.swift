#if PostgreSQL && App
    import MachineSupport
    import Testing

    /// The check accepts a correct history, and refuses each wrong one.
    @Suite("Many machines · histories") struct HistoryTests {
        /// Two messages of one client and one of another, a read and a page.
        private var correct: History {
            func entry(_ place: Int, _ client: Int, _ number: Int, _ owner: String) -> Ledger.Entry {
                Ledger.Entry(place: place, client: client, number: number, owner: owner)
            }
            let entries = [entry(0, 1, 1, "a"), entry(1, 2, 1, "b"), entry(2, 1, 2, "b")]
            return History(
                sends: [
                    .init(client: 1, number: 1, ledger: "l", began: 1, acknowledged: 2, turn: 1),
                    .init(client: 2, number: 1, ledger: "l", began: 3, acknowledged: 6, turn: 2),
                    .init(client: 1, number: 2, ledger: "l", began: 7, acknowledged: nil, turn: nil),
                ],
                reads: [.init(ledger: "l", began: 4, ended: 5, view: LedgerView(Array(entries[..<2])))],
                stored: ["l": .init(entries: entries, turns: ["1-1": 1, "2-1": 2, "1-2": 3])],
                pages: [.init(name: "p", pressed: 12, acknowledged: 11, shown: "01234567890")])
        }

        /// Each change, and a part of what the check says.
        private static let changes: [(String, @Sendable (inout History) -> Void)] = [
            ("not stored", { $0.stored["l"]?.entries.remove(at: 1) }),
            ("overwritten", { $0.stored["l"]?.entries.removeLast() }),
            (
                "2 times",
                { history in
                    let again = Ledger.Entry(place: 3, client: 1, number: 1, owner: "b")
                    history.stored["l"]?.entries.append(again)
                }
            ),
            ("was never sent", { $0.sends.removeLast() }),
            ("of the same client", { $0.stored["l"]?.entries.swapAt(0, 2) }),
            (
                "after another one",
                { history in
                    let late = Ledger.Entry(place: 2, client: 1, number: 2, owner: "a")
                    history.stored["l"]?.entries[2] = late
                }
            ),
            (
                "was written as number",
                { history in
                    let other = Ledger.Entry(place: 1, client: 1, number: 2, owner: "b")
                    history.stored["l"]?.entries[2] = other
                }
            ),
            ("acknowledged with turn", { $0.sends[0].turn = 0 }),
            ("has no turn", { $0.stored["l"]?.turns["1-2"] = nil }),
            ("behind", { $0.stored["l"]?.turns["1-2"] = 1 }),
            ("and one before it", { $0.stored["l"]?.turns["1-2"] = 2 }),
            (
                "is entry 0, and one before it 1",
                { history in
                    history.sends[0] = .init(
                        client: 1, number: 1, ledger: "l", began: 7, acknowledged: nil, turn: nil)
                    history.sends[1].turn = nil
                }
            ),
            (
                "has seen 1 entries",
                { history in
                    history.sends[1] = .init(
                        client: 2, number: 1, ledger: "l", began: 1, acknowledged: 3, turn: nil)
                    let entry = Ledger.Entry(place: 0, client: 1, number: 1, owner: "a")
                    history.reads = [.init(ledger: "l", began: 4, ended: 5, view: LedgerView([entry]))]
                }
            ),
            ("before it", { $0.reads = [.init(ledger: "l", began: 4, ended: 5, view: LedgerView([]))] }),
            (
                "instead of",
                { history in
                    let foreign = Ledger.Entry(place: 0, client: 3, number: 1, owner: "a")
                    history.reads = [.init(ledger: "l", began: 4, ended: 5, view: LedgerView([foreign]))]
                }
            ),
            (
                "entries of 3",
                { history in
                    let entries = (0..<4).map { Ledger.Entry(place: $0, client: 1, number: $0, owner: "a") }
                    history.reads = [.init(ledger: "l", began: 4, ended: 5, view: LedgerView(entries))]
                }
            ),
            ("acknowledged ones", { $0.pages[0].shown = "0123456789" }),
            ("acknowledged ones", { $0.pages[0].shown = "0123456789012" }),
            ("not in order", { $0.pages[0].shown = "01234567899" }),
            ("shows nothing", { $0.pages[0].shown = nil }),
            ("lost", { $0.pages[0].failures = ["lost"] }),
        ]

        @Test("Machines · a correct history is accepted") func accepted() { #expect(correct.violations() == []) }

        @Test("Machines · each wrong history is refused", arguments: HistoryTests.changes.indices) func refused(
            _ index: Int
        ) {
            let (text, change) = Self.changes[index]
            var history = correct
            change(&history)
            let violations = history.violations()
            #expect(violations.contains { $0.contains(text) }, "\(text): \(violations)")
        }
    }
#endif
