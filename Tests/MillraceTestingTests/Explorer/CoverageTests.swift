#if Testing
    import Millrace
    import MillraceTesting
    import Testing

    @Suite("The coverage says what was tried where")
    struct CoverageTests {
        @Test("a line for each case of the state and each input, and what was not tried")
        func text() {
            let coverage = Wizard.explorer(careless: false).explore().coverage
            #expect(
                coverage.description == """
                    - booked: FetchPrice.complete
                    - booked: FetchPrice.fail(.offline)
                    - booked: FetchPrice.timeout
                    - booked: back
                    - booked: book
                    - booked: more
                    - booked: next
                    - nights: FetchPrice.complete
                    - nights: FetchPrice.fail(.offline)
                    - nights: FetchPrice.timeout
                    - nights: back
                    - nights: book
                    + nights: more
                    + nights: next
                    - price: FetchPrice.complete
                    - price: FetchPrice.fail(.offline)
                    - price: FetchPrice.timeout
                    + price: back
                    + price: book
                    - price: more
                    - price: next
                    - trouble: FetchPrice.complete
                    - trouble: FetchPrice.fail(.offline)
                    - trouble: FetchPrice.timeout
                    + trouble: back
                    - trouble: book
                    - trouble: more
                    - trouble: next
                    + waiting: FetchPrice.complete
                    + waiting: FetchPrice.fail(.offline)
                    + waiting: FetchPrice.timeout
                    - waiting: back
                    - waiting: book
                    - waiting: more
                    - waiting: next
                    """)
            #expect(coverage.cases == ["booked", "nights", "price", "trouble", "waiting"])
            #expect(
                coverage.inputs == [
                    "FetchPrice.complete", "FetchPrice.fail(.offline)", "FetchPrice.timeout", "back", "book", "more",
                    "next",
                ])
            #expect(coverage.missing.count { $0.case == "booked" } == 7)
            #expect(coverage.missing.contains { $0 == ("trouble", "book") })
            #expect(!coverage.missing.contains { $0 == ("trouble", "back") })
            #expect(coverage.counts["trouble"] == ["back": 1])
            #expect(coverage.untried == [])
        }

        @Test("what was declared and never asked for, or never reached, is there too")
        func untried() {
            let explorer = Explorer(Gallery.State(), Gallery()).actions { _ in [] }
                .outcomes(of: Gallery.FetchPage.self) { _ in [.complete([])] }
            #expect(explorer.explore().coverage.description == "- Gallery.FetchPage, which was never asked for")
            let explored = explorer.actions { $0.pages == 0 ? [.scroll] : [] }.limit(depth: 1).explore()
            #expect(
                explored.coverage.description == """
                    + any: scroll
                    - FetchPage.complete
                    """)
        }

        @Test("cases that are told take the place of those of an enum, and time and restarts are inputs")
        func told() {
            let explorer = Chat.explorer(careless: false).restart { _ in .init() }.cases { "\($0.phase)" }
            #expect(
                explorer.explore().coverage.description == """
                    - held: Deliver.complete
                    - held: Deliver.fail
                    + held: after 5.0 seconds
                    + held: restart
                    - held: send
                    + held: takeBack
                    + sending: Deliver.complete
                    + sending: Deliver.fail
                    - sending: after 5.0 seconds
                    + sending: restart
                    - sending: send
                    + sending: takeBack
                    - writing: Deliver.complete
                    - writing: Deliver.fail
                    - writing: after 5.0 seconds
                    + writing: restart
                    + writing: send
                    - writing: takeBack
                    """)
        }

        @Test("several tasks count together what one does; and nothing is counted where that is not asked for")
        func counted() async {
            let explorer = TwoPhaseCommit.explorer(resources: 3)
            let coverage = explorer.explore().coverage
            #expect(await explorer.explore(workers: 3).coverage == coverage)
            #expect(coverage.counts["any"]?["commit"] ?? 0 > 0)
            #expect(explorer.coverage(false).explore().coverage.description == "")
        }
    }
#endif
