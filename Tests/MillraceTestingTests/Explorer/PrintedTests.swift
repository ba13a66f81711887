#if Testing
    import Millrace
    import MillraceTesting
    import Testing

    @Suite(
        .failing(
            """
            “in the house” does not hold. What happened has led back to where it was, and can happen again and again.

                The state is:
                Insisting.State.knocking

                These commands are pending:
                Knock()

            To fix this, mend the feature.
            """))
    struct PrintedRound {
        @Test @MainActor func inTheHouse() {
            let store = Insisting.explorer.testStore()
            store.send(.knock)
            let round = Insisting.explorer.systemState(of: store)
            store.fail(Insisting.Knock.self, with: Insisting.Away())
            Insisting.explorer.check("in the house", in: store, since: round)
        }
    }

    @Suite(
        .failing(
            """
            This led to a fault, of which the test says nothing before the test ends.

                The action tick was sent to the child Item at Shelves:7, which does not exist. The child was removed, \
            so the action was not reduced. Map the child's flow with its key path, .map(…, at: \\.child), so that its \
            effects end with it.

            To fix this, mend the wiring as it says, or write store.fault(.missingChild) where the fault is what you test.
            """))
    struct PrintedFault {
        @Test @MainActor func noFault() {
            let store = Shelves.explorer.testStore()
            store.send(.close)
            store.send(.item(.tick))
        }
    }

    @Suite(
        .failing(
            """
            This led to a fault, of which the test says nothing before the test ends.

                100000 turns followed one another without an end: turn → turn → turn → turn → turn → turn → turn → turn → \
            turn → turn → turn → turn → … Each turn caused the next; the engine continues, and its actor runs other \
            jobs in between. Break the cycle in one of these, or raise engine.turnsPerSlice if the chain is meant to \
            be long.

            It came of:
                action .start (PrintedTests.swift:86)
                … and 99980 more
                action .turn
                action .turn
                action .turn
                action .turn
                action .turn
                action .turn
                action .turn
                action .turn
                action .turn
                action .turn
                action .turn
                action .turn
                action .turn
                action .turn
                action .turn
                action .turn
                action .turn
                action .turn
                action .turn

            To fix this, mend the wiring as it says, or write store.fault(.runaway) where the fault is what you test.
            """))
    struct PrintedCircle {
        @Test @MainActor func noFault() {
            let store = Circle.explorer.testStore()
            store.send(.start)
        }
    }

    @Suite(
        .failing(
            """
            “no dead end” does not hold. Nothing can come of what is under way, and a user can send nothing.

                The state is:
                Insisting.State.knocking

                These commands are pending:
                Knock()

            To fix this, mend the feature.
            """))
    struct PrintedDeadEnd {
        @Test @MainActor func noDeadEnd() {
            let store = Insisting.unheard.testStore()
            store.send(.knock)
            Insisting.unheard.check("no dead end", in: store)
        }
    }

    @Suite(
        .failing(
            """
            “in the house” does not hold. Nothing is under way of which it could still come.

                The state is:
                Insisting.State.knocking

                These commands are pending:
                Knock()

            To fix this, mend the feature.
            """))
    struct PrintedUnheard {
        @Test @MainActor func inTheHouse() {
            let store = Insisting.unheard.testStore()
            store.send(.knock)
            Insisting.unheard.check("in the house", in: store)
        }
    }

    @Test("The tests that a search prints for these stand here")
    func areHere() throws {
        for source in [
            Insisting.explorer.explore().violations.first?.source, Shelves.explorer.explore().violations.first?.source,
            Circle.explorer.explore().violations.first?.source,
            Insisting.unheard.explore().violations.first?.source, Insisting.unheard.explore().violations.last?.source,
        ] {
            let source = try #require(source)
            #expect(try stands(source, in: #filePath), "This stands nowhere:\n\(source)")
        }
    }
#endif
