#if Testing || App
    import MillraceHistory
    import MillraceModules
    import Millrace
    import MillraceTesting
    import Testing

    @Suite("Text host")
    @MainActor struct TextHostTests {
        @Test("it draws an outline with a text for each state, and the name of an unregistered module")
        func outline() {
            let engine = Engine()
            let navigator = Navigator(root: Room(), with: "hall", stacked: true, on: engine)
            let host = TextHost()
            host.register(Room.self) { "\($0.name)\n\($0.guests) guests" }
            navigator.attach(host)
            navigator.store(of: Room.self)?.send(.open)
            #expect(
                "\(host)" == """
                    hall
                      0 guests
                      wall: Picture
                    › cellar
                      0 guests
                    = attic
                      0 guests
                    """)
            #expect(host.snapshot().root.map(\.text) == ["hall\n0 guests", "cellar\n0 guests"])
            navigator.close()
            #expect("\(host)" == "")
        }

        @Test(
            "it calls onChange after each turn that changes the tree or a text"
        )
        func changes() {
            let engine = Engine()
            let navigator = Navigator(root: Room(), with: "hall", stacked: true, on: engine)
            let host = TextHost()
            host.register(Room.self, buttons: ["Enter": .enter]) { "\($0.name) \($0.guests)" }
            var drawn: [String] = []
            host.onChange = { drawn.append($0) }
            navigator.attach(host)
            let hall = navigator.tree.scenes[0].id
            host.perform(.tap("Enter", in: hall))
            host.perform(.tap("Nothing", in: hall))
            host.perform(.back(from: hall))
            host.perform(.closeWindow)
            engine.shutdown()
            #expect(drawn == ["hall 0", "hall 1", "", ""])
        }

        @Test("it keeps nothing alive, and draws nothing after the navigator was released")
        func ends() {
            let engine = Engine()
            var navigator: Navigator? = Navigator(root: Room(), with: "hall", on: engine)
            var host: TextHost? = TextHost()
            host?.register(Room.self) { $0.name }
            if let host { navigator?.attach(host) }
            #expect(engine.resources.subscribers == 2)
            host = nil
            #expect(engine.resources.subscribers == 0)
            let other = TextHost()
            navigator?.attach(other)
            navigator = nil
            engine.processPending()
            #expect(engine.resources.isEmpty && "\(other)" == "")
            other.perform(.closeWindow)
        }
    }

    /// A room with an embedded picture, and with other scenes beside and above it.
    private struct Room: Module {
        struct State { let name: String; var guests = 0 }
        enum Action { case enter, open }
        enum Transition { case open }

        func state(for name: String) -> State { State(name: name) }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            if case .open = action { return .transition(.open) }
            state.guests += 1
            return .none
        }
        func route(_ transition: Transition) -> Route<Self> {
            .show(Room(), with: "cellar").and(.present(Room(), with: "attic")).and(
                .embed(Picture(), at: "wall", with: ()))
        }
    }

    private struct Picture: Module {
        struct State {}
        func state(for nothing: Void) -> State { State() }
        func reduce(_ state: inout State, _ action: Never) -> Flow<Self> {}
    }
#endif
