#if Inspector || App
    import MillraceJournal
    import MillraceModules
    import MillraceWeb
    import Millrace

    /// A range of turns as the source of a test, as a recording, or as a diagram.
    struct ExportPage: Module {
        struct State: Hashable {
            var place: ExportPlace
            var format = ExportFormat.test
            var answer: WriteExport.Output?
        }

        enum Action: Equatable {
            case first(Int), last(Int), store(UInt64), format(ExportFormat), path(String), expected(String)
            case written(Event<WriteExport>)
        }

        func state(for place: ExportPlace) -> State { State(place: place) }

        func activeCommands(for state: State, _ commands: inout ActiveCommands<ExportPage>) {
            commands.execute(WriteExport(place: state.place, format: state.format), as: Action.written, id: "write")
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<ExportPage> {
            switch action {
            case .first(let turn): state.place.first = UInt64(max(1, turn))
            case .last(let turn): state.place.last = UInt64(max(1, turn))
            case .store(let store): state.place.store = store
            case .format(let format): state.format = format
            case .path(let path): state.place.path = path
            case .expected(let value): state.place.expected = value
            case .written(let event): if let answer = event.output { state.answer = answer }
            }
            return .none
        }
    }

    extension ExportPage: WebModule {
        func title(_ state: State) -> String { "Export" }

        func path(_ state: State) -> String? { state.place.url }

        func view(_ state: State) -> HTML<Action> {
            h1 { "Export" }
            div {
                label {
                    "From turn"
                    numberField(
                        "From turn", value: Int(clamping: state.place.first), in: 1...Int.max, send: Action.first)
                }
                label {
                    "To turn"
                    numberField("To turn", value: Int(clamping: state.place.last), in: 1...Int.max, send: Action.last)
                }
                picker(
                    "Form", selection: state.format, options: ExportFormat.allCases.map { ($0.rawValue, $0) },
                    send: Action.format)
                if let answer = state.answer, let store = answer.store, answer.stores.count > 1 {
                    picker(
                        "Store", selection: store, options: answer.stores.map { ("\($0)", $0.number) },
                        send: Action.store)
                }
            }
            .class("i-filters")
            if state.format == .test { mark(state.place) }
            if let answer = state.answer {
                span {}.hook("inspector-save").data("name", fileName(state))
                pre { code { answer.text } }.class("i-source").id("source")
            }
        }

        @HTMLBuilder<Action> private func mark(_ place: ExportPlace) -> HTML<Action> {
            p {
                place.mark == nil
                    ? "The test repeats these turns, and passes. Mark the value that a part should have after the last turn:"
                    : "The test repeats these turns, and fails after the last one until the marked part has this value:"
            }
            div {
                textField("Part of the state", value: place.path, send: Action.path).placeholder("cart.total")
                textField("Expected value", value: place.expected, send: Action.expected).placeholder(
                    "42, \"text\" or JSON")
            }
            .class("i-filters")
        }

        private func fileName(_ state: State) -> String {
            let name = "export-\(state.place.first)-\(state.place.last)"
            return switch state.format {
            case .test: name + ".swift"
            case .recording: name + ".jsonl"
            case .diagram: name + ".mmd"
            }
        }
    }
#endif
