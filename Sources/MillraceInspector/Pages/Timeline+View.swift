#if Inspector || App
    import Foundation
    import MillraceJournal
    import MillraceModules
    import MillraceWeb
    import Millrace

    extension Timeline: WebModule {
        func title(_ state: State) -> String { "Timeline" }

        func transition(to path: inout WebPath) -> Transition? {
            if path.take("turn"), let id = path.take(UInt64.self) { return .turn(TurnPlace(id, &path)) }
            if path.take("commands") { return .commands(run: path.take(query: "run", as: String.self) ?? "") }
            return nil
        }

        func view(_ state: State) -> HTML<Action> {
            header {
                // Otherwise the first link gets the focus, and Enter would open it.
                h1 { "Timeline" }.attribute("tabindex", -1).autofocus()
                nav {
                    link(to: "/commands", send: .commands) { "Commands" }
                    button("Keys", send: .help(true)).shortcut("?").aria("label", "Keys (?)")
                }
            }
            runBar(state)
            filters(state)
            if let page = state.page { list(page, state) } else { p { "The recording is being read…" }.role("status") }
            help(state)
        }

        @HTMLBuilder<Action> private func runBar(_ state: State) -> HTML<Action> {
            if state.runs.count > 1 {
                picker(
                    "Run", selection: state.run,
                    options: state.runs.reversed().map { ("\($0.program) \($0.name)", $0.name) },
                    send: Action.select(run:))
            }
            if let run = state.runs.first(where: { $0.name == state.run }) {
                p {
                    "\(run.program) · \(run.count) messages · turns \(run.first) to \(run.last) · started \(TimeText.date(run.started))"
                }
                .class("i-run")
                each(run.gaps, id: \.self) { gap in p { gap }.class("i-gap").role("note") }
            }
        }

        private func filters(_ state: State) -> HTML<Action> {
            div {
                textField("Text", value: state.filter.text, kind: .search, send: Action.text).shortcut("/")
                    .placeholder("Text")
                textField("Message", value: state.filter.type, send: Action.type).placeholder("Type or case")
                textField("Value", value: state.filter.value, send: Action.value).placeholder("Exact value")
                picker("Kind", selection: state.filter.kinds.first ?? "", options: Self.kinds, send: Action.kind)
                picker("Store", selection: state.filter.store, options: stores(state), send: Action.store)
                textField("From", value: state.from, send: Action.from).placeholder("From 0:01.5")
                textField("Until", value: state.until, send: Action.until).placeholder("Until 0:02")
                label {
                    toggle("Failed only", isOn: state.filter.onlyFailed, send: Action.failed)
                    " Failed only"
                }
                button("Clear filters", send: .clear).disabled(
                    state.filter == TurnFilter() && state.from.isEmpty && state.until.isEmpty)
            }
            .class("i-filters").role("search")
        }

        private static let kinds: [(name: String, value: String)] =
            [("All kinds", "")]
            + ["action", "command", "event", "fact", "output", "input", "transition", "request", "replacement"].map {
                ($0, $0)
            }

        private func stores(_ state: State) -> [(name: String, value: UInt64?)] {
            let run = state.runs.first { $0.name == state.run }
            return [("All stores", nil)] + (run?.stores ?? []).map { ("\($0)", $0.number) }
        }

        @HTMLBuilder<Action> private func list(_ page: RingReader.Page, _ state: State) -> HTML<Action> {
            div {
                button("Earlier", send: .earlier).shortcut("[").disabled(page.start == 0)
                button("Later", send: .later).shortcut("]").disabled(page.start + page.turns.count >= page.count)
                button("Newest", send: .newest).disabled(state.start == nil)
                if state.isLast {
                    label {
                        toggle("Paused", isOn: state.isPaused, send: Action.pause)
                        " Paused"
                    }
                }
                span { position(page, state) }.role("status")
                button("Next", send: .down).shortcut("j").class("i-key")
                button("Previous", send: .up).shortcut("k").class("i-key")
                button("Open", send: .openSelected).shortcut("Enter").class("i-key").disabled(state.selected == nil)
            }
            .class("i-bar")
            if page.turns.isEmpty {
                p { state.isSearching ? "Searching…" : "No message." }
            } else {
                table {
                    thead {
                        tr {
                            th { "Turn" }.scope(.column)
                            th { "Time" }.scope(.column)
                            th { "Kind" }.scope(.column)
                            th { "Message" }.scope(.column)
                            th { "Store" }.scope(.column)
                            th { "Cause" }.scope(.column)
                            th { "Turn took" }.scope(.column)
                            th { "Outcome" }.scope(.column)
                        }
                    }
                    tbody {
                        each(equatable: rows(page, state)) { row in
                            tr {
                                td { "\(row.turn.id)" }
                                td { TimeText.clock(row.turn.time) }
                                td { row.turn.kind }.class("i-kind")
                                td {
                                    link(to: url(row.turn.id, state), send: .open(row.turn.id)) { row.turn.title }
                                    if row.turn.count > 1 { span { "× \(row.turn.count)" }.class("i-count") }
                                }
                                td { row.store }
                                td {
                                    let cause = row.turn.cause
                                    if cause != 0 { link(to: url(cause, state), send: .open(cause)) { "\(cause)" } }
                                }
                                td { TimeText.duration(row.turn.took) }
                                td { row.turn.error ?? row.turn.outcome ?? "pending" }
                            }
                            .class("i-selected", if: row.isSelected).class("i-failed", if: row.turn.outcome == "failed")
                            .data("kind", row.turn.kind)
                        }
                    }
                }
                .class("i-turns")
            }
        }

        private func url(_ turn: UInt64, _ state: State) -> String {
            "/" + TurnPlace(run: state.isLast ? "" : state.run, turn: turn).url
        }

        private func position(_ page: RingReader.Page, _ state: State) -> String {
            let found = "\(page.start + 1)–\(page.start + page.turns.count) of \(page.count)"
            return page.progress < 1
                ? "\(found), \(Int(page.progress * 100)) % searched" : page.turns.isEmpty ? "" : found
        }

        private struct Row: Equatable, Identifiable {
            let turn: RecordedTurn
            let store: String
            let isSelected: Bool
            var id: UInt64 { turn.id }
        }

        private func rows(_ page: RingReader.Page, _ state: State) -> [Row] {
            let run = state.runs.first { $0.name == state.run }
            return page.turns.map { turn in
                Row(turn: turn, store: run?.place(of: turn) ?? "", isSelected: turn.id == state.selected)
            }
        }

        private func help(_ state: State) -> HTML<Action> {
            dialog(isOpen: state.isHelpOpen, label: "Keys", cancel: .help(false)) {
                h2 { "Keys" }
                dl {
                    each(Self.keys, id: \.key) { key in
                        dt { kbd { key.key } }
                        dd { key.use }
                    }
                }
                button("Close", send: .help(false))
            }
        }

        private struct Key {
            let key: String
            let use: String
        }

        private static let keys = [
            Key(key: "j", use: "Next message, or next turn"), Key(key: "k", use: "Previous message, or previous turn"),
            Key(key: "Enter", use: "Open the message"), Key(key: "p", use: "The page as it looked after the turn"),
            Key(key: "/", use: "Search for a text"),
            Key(key: "[", use: "Earlier messages"), Key(key: "]", use: "Later messages"),
            Key(key: "?", use: "These keys"),
        ]
    }

    /// Texts of times.
    enum TimeText {
        /// Returns a time since the start, such as `1:02:03.456`.
        static func clock(_ seconds: Double) -> String {
            let milliseconds = Int((max(0, seconds) * 1_000).rounded())
            let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
            let rest = padded(milliseconds / 1_000 % 60, 2) + "." + padded(milliseconds % 1_000, 3)
            return hours > 0 ? "\(hours):\(padded(minutes, 2)):\(rest)" : "\(minutes):\(rest)"
        }

        /// Reads a time since the start, such as `1:02:03.456` or `3.4`; `nil` for another text.
        static func seconds(_ text: String) -> Double? {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= 3 else { return nil }
            var seconds = 0.0
            for part in parts {
                guard let number = Double(part), number >= 0 else { return nil }
                seconds = seconds * 60 + number
            }
            return seconds
        }

        /// Returns a time of the day, such as `2026-11-30T15:19:02Z`.
        static func date(_ seconds: Double) -> String { Date(timeIntervalSince1970: seconds).formatted(.iso8601) }

        /// Returns a duration with three digits, such as `12.3 ms`.
        static func duration(_ seconds: Double) -> String {
            let units: [(String, Double)] = [("s", 1), ("ms", 1e-3), ("µs", 1e-6)]
            guard let (name, unit) = units.first(where: { seconds >= $0.1 }) else { return "0" }
            let tenths = Int((seconds / unit * 10).rounded())
            return tenths >= 1_000 ? "\(tenths / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
        }

        private static func padded(_ number: Int, _ count: Int) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
    }
#endif
