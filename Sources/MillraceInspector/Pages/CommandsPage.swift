#if Inspector || App
    import MillraceExtras
    import MillraceJournal
    import MillraceModules
    import MillraceWeb
    import Millrace

    /// The commands of a run, as bars, and how long they took.
    struct CommandsPage: Module {
        struct State: Hashable {
            var run: String
            var revision = 0
            var answer: ReadCommands.Output?
        }

        enum Action: Equatable {
            case tick
            case read(Event<ReadCommands>)
            case open(UInt64)
        }

        enum Transition: Hashable { case turn(TurnPlace) }

        func state(for run: String) -> State { State(run: run) }

        func activeCommands(for state: State, _ commands: inout ActiveCommands<CommandsPage>) {
            commands.execute(ReadCommands(run: state.run, revision: state.revision), as: Action.read, id: "read")
            if state.run.isEmpty { commands.every(.seconds(1), as: .tick, id: "tick") }
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<CommandsPage> {
            switch action {
            case .tick: state.revision += 1
            case .read(.data(let answer)): state.answer = answer
            case .read: break
            case .open(let id): return .transition(.turn(TurnPlace(run: state.run, turn: id)))
            }
            return .none
        }

        func route(_ transition: Transition) -> Route<CommandsPage> {
            switch transition {
            case .turn(let place): .show(TurnPage(), with: place)
            }
        }
    }

    extension CommandsPage: WebModule {
        func title(_ state: State) -> String { "Commands" }

        func path(_ state: State) -> String? { "commands" + (state.run.isEmpty ? "" : "?run=\(state.run)") }

        func transition(to path: inout WebPath) -> Transition? {
            guard path.take("turn"), let id = path.take(UInt64.self) else { return nil }
            return .turn(TurnPlace(id, &path))
        }

        func view(_ state: State) -> HTML<Action> {
            h1 { "Commands" }
            if let table = state.answer?.table {
                h2 { "Pending" }
                if table.pending.isEmpty { p { "None." } } else { bars(table.pending, table, state.run) }
                if !table.deadLetters.isEmpty {
                    h2 { "Dead letters" }
                    bars(table.deadLetters, table, state.run)
                }
                h2 { "How long they took" }
                times(table)
                h2 { "Ended" }
                if table.ended.isEmpty { p { "None." } } else { bars(table.ended, table, state.run) }
            } else {
                p { "The recording is being read…" }.role("status")
            }
        }

        private func times(_ table: CommandTable) -> HTML<Action> {
            MillraceWeb.table {
                thead {
                    tr {
                        th { "Command" }.scope(.column)
                        th { "Count" }.scope(.column)
                        th { "Failed" }.scope(.column)
                        th { "Median" }.scope(.column)
                        th { "95th percentile" }.scope(.column)
                    }
                }
                tbody {
                    each(table.times) { times in
                        tr {
                            th { times.type }.scope(.row)
                            td { times.count }
                            td { times.failed }
                            td { TimeText.duration(times.median) }
                            td { TimeText.duration(times.slow) }
                        }
                    }
                }
            }
        }

        private func bars(_ turns: [RecordedTurn], _ table: CommandTable, _ run: String) -> HTML<Action> {
            let start = turns.map(\.time).min() ?? 0
            let whole = max(1e-6, (turns.map { end($0, table) }.max() ?? 1) - start)
            return ul {
                each(turns) { turn in
                    li {
                        link(to: "/" + TurnPlace(run: run, turn: turn.id).url, send: .open(turn.id)) {
                            "\(turn.id) \(turn.title)"
                        }
                        span { note(turn, table) }.class("i-count").class("i-error", if: turn.outcome == "failed")
                        div {
                            div {}.class("i-bar-part").data("outcome", turn.outcome ?? "pending").style(
                                .left(.percent((turn.time - start) / whole * 100)),
                                .width(.percent(max(0.5, (end(turn, table) - turn.time) / whole * 100))))
                        }
                        .class("i-track")
                    }
                }
            }
            .class("i-bars")
        }

        private func end(_ turn: RecordedTurn, _ table: CommandTable) -> Double {
            turn.ended?.time
                ?? ([nil, "pending", "deadLetter"].contains(turn.outcome) ? table.now : turn.time)
        }

        /// The course of a command, in words.
        private func note(_ turn: RecordedTurn, _ table: CommandTable) -> String {
            let time = TimeText.duration(end(turn, table) - turn.time)
            let attempts = turn.pauses.isEmpty ? "" : ", \(turn.pauses.count + 1) attempts"
            switch turn.outcome {
            case nil, "pending": return "running for \(time)\(attempts)"
            case "deadLetter": return "given up\(attempts): \(turn.error ?? "")"
            case "failed": return "failed after \(time)\(attempts): \(turn.error ?? "")"
            case "cancelled":
                return "cancelled after \(time)\(turn.ended.map { " by turn \($0.turn)" } ?? "")\(attempts)"
            case let outcome?: return "\(outcome) after \(time)\(attempts)"
            }
        }
    }
#endif
