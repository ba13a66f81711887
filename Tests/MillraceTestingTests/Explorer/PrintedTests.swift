#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    @Suite(
        .failing(
            """
            “in the house” is violated. The last steps form a cycle, which can repeat forever.

                The state is:
                Insisting.State.knocking

                These commands are pending:
                Knock()

            To fix this, fix the feature.
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
            This caused a fault that the test did not assert before the end of the test.

                The child Item does not exist, so it did not reduce Item.Action.tick (at Shelves:7). It was removed before the \
            action arrived, or was never created. If an effect of the removed child sent the action, map the flow with \
            .map(…, at: \\.child). Otherwise do not send the action.

            To fix this, do what the fault says, or add store.fault(.missingChild) if the test expects the fault.
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
            This caused a fault that the test did not assert before the end of the test.

                100000 turns followed one another without a pause: Circle.Action.turn → Circle.Action.turn → Circle.Action.turn → \
            Circle.Action.turn → Circle.Action.turn → Circle.Action.turn → Circle.Action.turn → Circle.Action.turn → \
            Circle.Action.turn → Circle.Action.turn → Circle.Action.turn → Circle.Action.turn → … Each message caused the next. \
            The engine continues, but lets its actor run \
            other work. Make one of these stop sending the next. If the chain is intended, raise engine.turnsPerSlice.

            Caused by:
                action .start (PrintedTests.swift:87)
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

            To fix this, do what the fault says, or add store.fault(.runaway) if the test expects the fault.
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
            “no dead end” is violated. The user can send no action, and no effect in flight can have an outcome.

                The state is:
                Insisting.State.knocking

                These commands are pending:
                Knock()

            To fix this, fix the feature.
            """))
    struct PrintedDeadEnd {
        @Test @MainActor func noDeadEnd() {
            let store = Insisting.withoutOutcomes.testStore()
            store.send(.knock)
            Insisting.withoutOutcomes.check("no dead end", in: store)
        }
    }

    @Suite(
        .failing(
            """
            “in the house” is violated. No effect is in flight that could still lead to it.

                The state is:
                Insisting.State.knocking

                These commands are pending:
                Knock()

            To fix this, fix the feature.
            """))
    struct PrintedWithoutOutcomes {
        @Test @MainActor func inTheHouse() {
            let store = Insisting.withoutOutcomes.testStore()
            store.send(.knock)
            Insisting.withoutOutcomes.check("in the house", in: store)
        }
    }

    @Test("The printed tests of these features are in this file")
    func areHere() throws {
        for source in [
            Insisting.explorer.explore().violations.first?.source, Shelves.explorer.explore().violations.first?.source,
            Circle.explorer.explore().violations.first?.source,
            Insisting.withoutOutcomes.explore().violations.first?.source,
            Insisting.withoutOutcomes.explore().violations.last?.source,
        ] {
            let source = try #require(source)
            #expect(try isWritten(source, in: #filePath), "The file does not contain this test:\n\(source)")
        }
    }
#endif
