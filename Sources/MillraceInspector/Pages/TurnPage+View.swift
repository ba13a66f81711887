#if Inspector || App
    import MillraceJournal
    import MillraceModules
    import MillraceWeb
    import Millrace

    extension TurnPage: WebModule {
        func title(_ state: State) -> String { "Turn \(state.place.turn)" }

        func path(_ state: State) -> String? { state.place.url }

        func isFound(_ state: State) -> Bool { !state.isRead || state.answer?.details != nil }

        func action(for path: inout WebPath) -> Action? {
            guard path.take("turn"), let id = path.take(UInt64.self) else { return nil }
            return .show(TurnPlace(id, &path))
        }

        func transition(to path: inout WebPath) -> Transition? {
            if path.take("page") { return ScreenPlace(&path).map(Transition.screens) }
            guard path.take("export"), let first = path.take(UInt64.self), let last = path.take(UInt64.self) else {
                return nil
            }
            return .export(ExportPlace(first, last, &path))
        }

        func view(_ state: State) -> HTML<Action> {
            if let details = state.answer?.details {
                heading(details)
                causes(details, state)
                changes(details)
                why(state)
                states(state)
            } else {
                h1 { "Turn \(state.place.turn)" }
                p { state.isRead ? "The recording has no such turn." : "The turn is being read…" }.role("status")
            }
        }

        @HTMLBuilder<Action> private func heading(_ details: TurnDetails) -> HTML<Action> {
            let turn = details.turn
            h1 { turn.title }
            p {
                "Turn \(turn.id) · \(turn.kind) · \(TimeText.clock(turn.time)) · took \(TimeText.duration(turn.took))"
                if let place = details.run.place(of: turn) { " · \(place)" }
                " · "
                strong { turn.error ?? turn.outcome ?? "pending" }
                if let ended = turn.ended {
                    " in turn \(ended.turn), after \(TimeText.duration(ended.time - turn.time))"
                }
            }
            if turn.count > 1 {
                p {
                    "\(turn.count) turns, up to \(turn.last), are one line of the recording. Their states between are not kept."
                }
                .class("i-gap")
                ul { each(details.folded, id: \.title) { message in li { "\(message.count) × \(message.title)" } } }
            }
            div {
                button("Previous turn", send: .previous).shortcut("k").disabled(details.previous == nil)
                button("Next turn", send: .next).shortcut("j").disabled(details.next == nil)
                button("Page as it looked…", send: .screens).shortcut("p")
                button("Export…", send: .export)
            }
            .class("i-bar")
            if let payload = details.payload {
                h2 { "Message" }
                pre { payload }.class("i-payload")
            }
        }

        private func causes(_ details: TurnDetails, _ state: State) -> HTML<Action> {
            section {
                h2 { "Causes and effects" }
                ol {
                    each(details.chain) { turn in
                        li { turnLink(turn, state, isCurrent: turn.id == details.turn.id) }
                    }
                }
                .class("i-chain")
                if details.effects.isEmpty {
                    p { "It caused no other message." }
                } else {
                    ul {
                        each(details.effects) { effect in
                            li { turnLink(effect.turn, state, isCurrent: false) }.class(indent(effect.depth))
                        }
                    }
                    .class("i-effects")
                }
            }
        }

        @HTMLBuilder<Action> private func turnLink(_ turn: RecordedTurn, _ state: State, isCurrent: Bool) -> HTML<
            Action
        > {
            if isCurrent {
                strong { "\(turn.id) \(turn.title)" }
            } else {
                link(to: url(turn.id, state), send: .go(turn.id)) { "\(turn.id) \(turn.title)" }
            }
            span { turn.kind }.class("i-kind").data("kind", turn.kind)
            if turn.outcome == "failed" { span { turn.error ?? "failed" }.class("i-error") }
            if turn.outcome == "cancelled" {
                span { turn.ended.map { "cancelled in turn \($0.turn)" } ?? "cancelled" }.class("i-error")
            }
        }

        private func url(_ turn: UInt64, _ state: State) -> String {
            "/" + TurnPlace(run: state.place.run, turn: turn).url
        }

        private func changes(_ details: TurnDetails) -> HTML<Action> {
            section {
                h2 { "What it changed" }
                if details.changes.allSatisfy({ $0.parts.isEmpty && $0.hidden == nil }) { p { "Nothing." } }
                each(details.changes) { change in
                    if !change.parts.isEmpty {
                        h3 { "\(change.store)" }
                        table(of: change)
                    } else if let hidden = change.hidden {
                        p { "\(change.store): the state is not shown, because its type \(hidden)." }
                    }
                }
            }
        }

        private func table(of change: StoreChange) -> HTML<Action> {
            MillraceWeb.table {
                thead {
                    tr {
                        th { "Part" }.scope(.column)
                        th { "Before" }.scope(.column)
                        th { "After" }.scope(.column)
                        th { "" }
                    }
                }
                tbody {
                    each(change.parts) { part in
                        tr {
                            th { "\(part.path)" }.scope(.row)
                            td { part.before ?? "—" }.class("i-before")
                            td { part.after ?? "—" }.class("i-after")
                            td {
                                button("Why?", send: .whyChanged(change.store.number, part.path)).aria(
                                    "label", "Why \(part.path)?")
                            }
                        }
                    }
                }
            }
            .class("i-changes")
        }

        @HTMLBuilder<Action> private func why(_ state: State) -> HTML<Action> {
            if let path = state.place.path {
                section {
                    // A new element for each part, so that it gets the focus and is scrolled to.
                    each(["Why \(path.parts.isEmpty ? "the state" : "\(path)")?"], id: \.self) { title in
                        h2 { title }.attribute("tabindex", -1).autofocus()
                    }
                    div {
                        textField("Value", value: state.value, send: Action.value).placeholder("A value").onSubmit(
                            send: .whenValue)
                        button("When did it become this?", send: .whenValue).disabled(state.value.isEmpty)
                        button("It should be this: export a test", send: .expect).disabled(state.value.isEmpty)
                        if state.isSearching { button("Stop", send: .stop) }
                        button("Close", send: .closeWhy)
                    }
                    .class("i-bar")
                    if let why = state.why {
                        if why.progress < 1, state.isSearching { progress(why.progress, label: "Searched") }
                        if why.changes.isEmpty, !state.isSearching { p { "No recorded turn changed it." } }
                        ol { each(why.changes) { change in found(change, state) } }.class("i-why")
                        if !why.unchanged.isEmpty { unchanged(why.unchanged, state) }
                    } else if state.isSearching {
                        p { "Searching…" }.role("status")
                    }
                }
            }
        }

        /// The messages that may be those that should have changed the part.
        @HTMLBuilder<Action> private func unchanged(_ turns: [RecordedTurn], _ state: State) -> HTML<Action> {
            p { "Since then, the store has reduced these messages without changing it, the last first:" }
            ul { each(turns) { turn in li { turnLink(turn, state, isCurrent: false) } } }.class("i-effects").class(
                "i-unchanged")
        }

        private func found(_ change: FoundChange, _ state: State) -> HTML<Action> {
            li {
                p {
                    link(to: url(change.turn.id, state), send: .go(change.turn.id)) {
                        "\(change.turn.id) \(change.turn.title)"
                    }
                    code { change.before ?? "—" }.class("i-before")
                    " → "
                    code { change.after ?? "—" }.class("i-after")
                }
                p {
                    "Because of "
                    each(change.chain.dropLast().reversed()) { cause in
                        link(to: url(cause.id, state), send: .go(cause.id)) { "\(cause.id) \(cause.title)" }
                        " ← "
                    }
                    "from outside the program"
                }
                .class("i-because")
            }
        }

        @HTMLBuilder<Action> private func states(_ state: State) -> HTML<Action> {
            if let answer = state.answer, let store = answer.store {
                section {
                    h2 { "State after the turn" }
                    div {
                        textField("Part of the state", value: state.typedPath, send: Action.path).placeholder(
                            "cart.total"
                        ).onSubmit(send: .whyTyped)
                        button("Why?", send: .whyTyped).disabled(state.typedPath.isEmpty)
                    }
                    .class("i-bar")
                    if answer.stores.count > 1 {
                        picker(
                            "Store", selection: store, options: answer.stores.map { ("\($0)", $0.number) },
                            send: Action.store)
                    }
                    if let tree = answer.tree {
                        ul { each(equatable: tree.lines) { line in item(line) } }.class("i-tree")
                    }
                }
            }
        }

        private func item(_ line: StateTree.Line) -> HTML<Action> {
            li {
                switch line.content {
                case .value(let text):
                    span { line.name }.class("i-name")
                    code { text }
                    whyButton(line)
                case .collection(let count, let isOpen, let isArray):
                    if line.depth > 0 {
                        button(line.name, send: .toggle(line.path)).aria("expanded", isOpen).class("i-name")
                        span { isArray ? "\(count) elements" : "\(count) members" }.class("i-count")
                        whyButton(line)
                    }
                case .hidden(let type, let reason):
                    span { line.name }.class("i-name")
                    em { "not showable: \(type) \(reason)" }
                case .more(let start, let count):
                    button("Elements from \(start) of \(count)", send: .more(line.path, start))
                case .earlier(let start): button("Elements from \(start)", send: .more(line.path, start))
                }
            }
            .class(indent(line.depth - 1)).class("i-changed", if: line.isChanged && line.depth > 0)
        }

        /// The class of a line at a depth. Deeper lines have no further indentation.
        private func indent(_ depth: Int) -> String { "i-depth-\(min(max(0, depth), 12))" }

        private func whyButton(_ line: StateTree.Line) -> HTML<Action> {
            button("Why?", send: .why(line.path)).aria("label", "Why \(line.path)?").class("i-why-button")
        }
    }
#endif
