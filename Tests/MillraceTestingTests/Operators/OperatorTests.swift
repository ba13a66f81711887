#if Testing || App
    import Millrace
    import MillraceExtras
    import MillraceTesting
    import Testing

    @MainActor struct OperatorTests {
        @Test("Undo · a test states a step, the end of a pause, and undo exactly")
        func undo() {
            let store = TestStore(Notebook.State(), Notebook())
            store.send(.type("a")) {
                ($0.text, $0.typed) = ("a", 1)
                $0.undo.record("", as: .untilPause)
            }
            store.clock.advance(by: .milliseconds(500))
            store.send(.type("b")) {
                ($0.text, $0.typed) = ("ab", 2)
                $0.undo.record("a", as: .untilPause)
            }
            store.clock.advance(by: .seconds(1))
            store.receive(.undo(.pauseEnded(change: 2))) { $0.undo.endGroup() }
            store.send(.undo(.undo)) { $0.text = $0.undo.undo(from: "ab") ?? "" }
            #expect(store.state.text == "" && store.state.undo.canRedo)
            store.finish()
        }

        @Test("Forms · a test states a field, and the flow of its change")
        func field() {
            let store = TestStore(Notebook.State(), Notebook())
            store.send(.field(.set(\.title, "Ideas"))) { $0.title = "Ideas" }
            store.expect(SaveTitle(title: "Ideas"))
            store.send(.field(.set(\.title, "Plans"))) { $0.title = "Plans" }
            store.complete(SaveTitle(title: "Plans"), with: ()) { $0.saves = 1 }
            store.finish()
        }

        @Test("Forms · a failure of a test names the field")
        func wrongField() {
            let found = issues {
                let store = TestStore(Notebook.State(), Notebook(), wire: { $0.handle(SaveTitle.self) { _ in } })
                store.exhaustivity = .off
                store.send(.field(.set(\.title, "Ideas"))) { $0.title = "Plans" }
            }
            #expect(found.first?.text.contains(#"send(.field(title = "Ideas"))"#) == true, "\(found)")
        }

        @Test(
            "Composition · a test states children of every kind exactly, and their effects are cancelled with them")
        func children() {
            let store = TestStore(Notebook.State(), Notebook())
            store.send(.show(2)) { $0.preview = Entry.State(id: 2) }
            store.send(.preview(.load))
            store.expect(LoadEntry(id: 2))
            store.send(.preview(.close))
            store.receive(.hidden(.closed(2))) { $0.preview = nil }
            #expect(store.pending.isEmpty)
            store.send(.open(1)) { $0.page = .entry(Entry.State(id: 1)) }
            store.send(.add(1)) { $0.rows[1] = Entry.State(id: 1) }
            store.send(.entry(.load))
            store.send(.row(1, .load))
            #expect(store.pending.count == 2)
            store.complete(LoadEntry(id: 1), with: 7) { $0.page = .entry(Entry.State(id: 1, number: 7)) }
            store.send(.entry(.load))
            store.send(.entry(.close))
            store.receive(.closed(.closed(1))) { $0.page = .cover }
            #expect(store.pending.count == 1)
            store.send(.row(1, .close))
            store.receive(.removed(1)) { $0.rows = [:] }
            #expect(store.pending.isEmpty)
            store.finish()
        }

        @Test("Composition · a result never reaches another child, in any order of opening, closing and results")
        func stale() {
            let exploration = Explorer(Notebook.State(), Notebook())
                .actions { state in
                    var actions: [Notebook.Action] = [.open(1), .open(2)]
                    actions +=
                        state.preview == nil ? [.show(3), .show(4)] : [.preview(.load), .preview(.close), .show(4)]
                    if state.page.entry != nil { actions += [.entry(.load), .entry(.close)] }
                    actions += state.rows[1] == nil ? [.add(1)] : [.row(1, .load), .row(1, .close)]
                    return actions
                }
                .outcomes(of: LoadEntry.self) { [.complete($0.id)] }
                .always("a child has its own number") { system in
                    let children =
                        Array(system.state.rows.values)
                        + [system.state.page.entry, system.state.preview].compactMap { $0 }
                    return children.allSatisfy { $0.number == nil || $0.number == $0.id }
                }
                .always("a command belongs to a child that is there") { system in
                    system.pending(LoadEntry.self).allSatisfy { command in
                        [system.state.page.entry?.id, system.state.preview?.id].contains(command.id)
                            || system.state.rows[command.id] != nil
                    }
                }
                .sometimes("all three children wait") { $0.pending(LoadEntry.self).count == 3 }
                .check()
            #expect(exploration.isComplete)
        }

        @Test("Undo · a group of changes is open only until its pause ends, in any order of changes and pauses")
        func pauses() {
            let exploration = Explorer(Notebook.State(), Notebook())
                .actions { state in
                    (state.typed < 3 ? [.type("a")] : []) + [.undo(.undo), .undo(.redo), .undo(.endGroup)]
                }
                .never("an open group without a pause") { $0.isQuiet && $0.state.undo.isGroupOpen }
                .always("steps are in order") { system in
                    let undo = system.state.undo
                    let all = undo.past + [system.state.text] + undo.future.reversed()
                    return zip(all, all.dropFirst()).allSatisfy { $0.count < $1.count }
                }
                .sometimes("three changes are one step") { $0.state.text == "aaa" && $0.state.undo.past == [""] }
                .sometimes("three changes are three steps") { $0.state.undo.past.count == 3 }
                .check()
            #expect(exploration.isComplete)
        }
    }
#endif
