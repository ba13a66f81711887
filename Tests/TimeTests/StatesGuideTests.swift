#if Testing || App
    import GuideBlocks
    import Millrace
    import MillraceExtras
    import MillraceTesting
    import Testing

    struct Document: Reducer {
        struct State: Equatable {
            var text = ""
            var edits = 0
        }
        enum Action: Equatable { case write(String), edited(from: String) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .write(let text): state.text = text
            case .edited: state.edits += 1
            }
            return .none
        }
    }

    @MainActor @Suite("Guides · replacing and comparing states")
    struct StatesGuideTests {
        @Test("Guides · the code of the guide to states is compiled and run")
        func blocks() throws {
            let guide = try Guide(at: "Sources/Millrace/Millrace.docc/States.md")
            #expect(!guide.blocks.isEmpty)
            #expect(try guide.strays(in: "Tests/TimeTests") == [])
        }

        @Test("Guides · replacing a state, in an application and in a test")
        func replacing() {
            let document = Store(Document.State(), Document(), on: Engine(scheduler: ManualScheduler()))
            document.replaceState(with: Document.State(text: "opened"))
            #expect(document.text == "opened")
            document.replaceState(with: Document.State(text: "reloaded"), effects: .keep)
            #expect(document.text == "reloaded")

            let store = TestStore(Kitchen.State(), Kitchen())
            store.replaceState(with: Kitchen.State(isRunning: true, seconds: 5))
            store.clock.advance(by: .seconds(1))
            store.receive(.tick(.init())) { $0.seconds = 6 }
            store.exhaustivity = .off
            store.finish()
        }

        @Test("Guides · the state before an action, in a worker and in middleware")
        func before() async throws {
            let engine = Engine(scheduler: ManualScheduler())
            let document = Store(Document.State(), Document(), on: engine)
            var log: [String] = []
            document.work { action, before, state in
                guard before.text != state().text else { return .none }
                return .send(.edited(from: before.text))
            }
            engine.middleware = [
                .changes(of: Document.self) { action, before, after in
                    log.append("\(action): \(before.text.count) → \(after.text.count)")
                }
            ]
            try await document.send(.write("tea")).finishedInTime()
            try await document.send(.write("tea")).finishedInTime()
            #expect(document.edits == 1)
            #expect(log == [#"write("tea"): 0 → 3"#, #"edited(from: ""): 3 → 3"#, #"write("tea"): 3 → 3"#])
        }
    }
#endif
