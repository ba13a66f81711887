#if Inspector || App
    import Millrace
    import MillraceJournal
    import MillraceModules
    import MillraceWeb

    /// The screens that were open after a turn, and the page as it looked.
    struct ScreenPage: Module {
        struct State: Hashable {
            var place: ScreenPlace
            var answer: ReadScreens.Output?
        }

        enum Action: Equatable {
            case read(Event<ReadScreens>)
            case next, previous
            case window(UInt64)
            case state(UInt64)
        }

        enum Transition: Hashable { case turn(TurnPlace) }

        func state(for place: ScreenPlace) -> State { State(place: place) }

        func activeCommands(for state: State, _ commands: inout ActiveCommands<ScreenPage>) {
            let place = state.place
            commands.execute(
                ReadScreens(run: place.run, turn: place.turn, window: place.window), as: Action.read, id: "read")
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<ScreenPage> {
            switch action {
            case .read(let event): if let answer = event.output { state.answer = answer }
            case .next: state.place.turn = state.answer?.next ?? state.place.turn
            case .previous: state.place.turn = state.answer?.previous ?? state.place.turn
            case .window(let window): state.place.window = window
            case .state(let store):
                var place = TurnPlace(run: state.place.run, turn: state.place.turn)
                place.store = store
                return .transition(.turn(place))
            }
            return .none
        }

        func route(_ transition: Transition) -> Route<ScreenPage> {
            switch transition {
            case .turn(let place): .show(TurnPage(), with: place)
            }
        }
    }

    extension ScreenPage: WebModule {
        func title(_ state: State) -> String { "Page after turn \(state.place.turn)" }

        func path(_ state: State) -> String? { "page/\(state.place.url)" }

        func transition(to path: inout WebPath) -> Transition? {
            guard path.take("turn"), let id = path.take(UInt64.self) else { return nil }
            return .turn(TurnPlace(id, &path))
        }

        func view(_ state: State) -> HTML<Action> {
            h1 { "Page after turn \(state.place.turn)" }
            if let answer = state.answer {
                if let turn = answer.turn {
                    p { "\(turn.kind) \(turn.title) · \(TimeText.clock(turn.time))" }
                    bar(answer)
                    each(answer.notices, id: \.self) { notice in p { notice }.class("i-gap").role("note") }
                    outline(answer)
                    picture(answer, state.place.turn)
                } else {
                    p { "The recording has no such turn." }.role("status")
                }
            } else {
                p { "The recording is being read…" }.role("status")
            }
        }

        private func bar(_ answer: ReadScreens.Output) -> HTML<Action> {
            div {
                button("Previous turn", send: .previous).shortcut("k").disabled(answer.previous == nil)
                button("Next turn", send: .next).shortcut("j").disabled(answer.next == nil)
                if let window = answer.window, answer.windows.count > 1 {
                    picker(
                        "Window", selection: window, options: answer.windows.map { ("Window \($0)", $0) },
                        send: Action.window)
                }
            }
            .class("i-bar")
        }

        private func outline(_ answer: ReadScreens.Output) -> HTML<Action> {
            section {
                h2 { "Open screens" }
                if answer.lines.isEmpty { p { "No screen was open." } }
                ul {
                    each(answer.lines) { line in
                        li {
                            link(to: "/turn/\(answer.turn?.id ?? 0)?store=\(line.id)", send: .state(line.id)) {
                                line.store.reducer
                            }
                            span { line.position }.class("i-count")
                            each(line.notes, id: \.self) { note in em { note } }
                        }
                        .class("i-depth-\(min(line.depth, 12))")
                        .class("i-changed", if: line.id == answer.turn?.store ?? answer.turn?.sender)
                    }
                }
                .class("i-tree")
            }
        }

        @HTMLBuilder<Action> private func picture(_ answer: ReadScreens.Output, _ turn: UInt64) -> HTML<Action> {
            if answer.isDrawn, let window = answer.window {
                let place = ScreenPlace(run: answer.run, turn: answer.turn?.id ?? turn, window: window)
                // A new element for each page: another document in the same frame would be an entry in the history of the browser.
                each([place.url], id: \.self) { url in
                    frame("/frame/\(url)", label: "The page after turn \(place.turn)").class("i-frame")
                }
            }
        }
    }
#endif
