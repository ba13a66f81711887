#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    @Suite("Coverage of a search")
    struct CoverageTests {
        @Test("the text has a line for each case and input, whether it was tried or not")
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

        @Test("the text contains declared commands and outcomes that were never requested or tried")
        func untried() {
            let explorer = Explorer(Gallery.State(), Gallery()).actions { _ in [] }
                .outcomes(of: Gallery.FetchPage.self) { _ in [.complete([])] }
            #expect(explorer.explore().coverage.description == "- Gallery.FetchPage, which was never requested")
            let explored = explorer.actions { $0.pages == 0 ? [.scroll] : [] }.limit(depth: 1).explore()
            #expect(
                explored.coverage.description == """
                    + any: scroll
                    - FetchPage.complete
                    """)
        }

        @Test("declared cases replace enum cases; timers and restarts are inputs")
        func received() {
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

        @Test("several tasks count the same as one; without coverage, nothing is counted")
        func counted() async {
            let explorer = TwoPhaseCommit.explorer(resources: 3)
            let coverage = explorer.explore().coverage
            #expect(await explorer.explore(workers: 3).coverage == coverage)
            #expect(coverage.counts["any"]?["commit"] ?? 0 > 0)
            #expect(explorer.coverage(false).explore().coverage.description == "")
        }
    }
#endif
