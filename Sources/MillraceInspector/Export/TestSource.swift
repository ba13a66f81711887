#if Inspector || App
    import MillraceJournal

    /// Writes the source of a test that repeats what a store reduced in a range of turns, with the answers of its commands.
    ///
    /// Without a mark, the test checks what each message changed, so it passes. With one, it only checks the marked value after the last
    /// message, because a program without the fault may have other values before.
    struct TestSource {
        /// A turn of the store, with the state of the store after it.
        struct Step {
            let turn: RecordedTurn
            let line: JSON
            let state: JSON
        }

        /// A command that the store has requested.
        struct Request {
            let turn: RecordedTurn
            /// The command; `nil` if it is not recorded completely.
            let payload: JSON?
            /// The place among the commands of its type in the range; `nil` if it was requested before.
            let index: Int?
        }

        let store: StoreName
        /// The state before the first turn.
        let first: JSON
        let steps: [Step]
        /// The commands whose answers the steps are, by turn.
        let requests: [UInt64: Request]
        /// The value that a part of the last state should have; `nil` for none.
        let expected: (path: StatePath, value: String)?

        /// The last step but the final one that is not recorded completely, so that the test cannot repeat it; `nil` if there is none.
        var lastIncomplete: Int? { steps.indices.dropLast().last { isIncomplete(steps[$0]) } }

        /// Whether the recording lacks what the test needs to repeat the message.
        func isIncomplete(_ step: Step) -> Bool {
            var clock = 0.0
            guard isFromOutside(step.turn), step.turn.kind != "replacement" else { return false }
            return (step.turn.count > 1 ? repeated(step, &clock) : single(step)) == nil
        }

        /// The name of the state's type. The names of the types of a reducer are those that it declares.
        private var state: String { "\(store.reducer).State" }

        /// Returns the source of a file.
        func text() -> String {
            let turns = steps.map(\.turn)
            let range = turns.first.map { first in "\(first.id)To\(turns.last?.id ?? first.id)" } ?? ""
            let option = expected == nil ? "" : ", mayDiffer: true"
            var lines = [
                "// The types of \(store.reducer) must be visible here: import their module with @testable.",
                "import MillraceTesting", "import Testing", "",
                "@Test @MainActor func turns\(range)() throws {",
                "    let store = try TestStore(recorded: \(Self.literal(first)), \(store.reducer)()\(option))",
            ]
            var clock = turns.first?.time ?? 0
            for index in steps.indices {
                var step = advance(to: steps[index].turn.time, &clock)
                step += message(steps[index], &clock)
                if expected == nil { step += checks(index) }
                lines += step.map { "    " + $0 }
            }
            lines.append("    " + lastCheck)
            return (lines + ["}", ""]).joined(separator: "\n")
        }

        private var lastCheck: String {
            guard let expected else { return Self.check(StatePath(), steps.last?.state ?? first) }
            return Self.check(expected.path, RecordedValue.typed(expected.value))
        }

        private func advance(to time: Double, _ clock: inout Double) -> [String] {
            defer { clock = max(clock, time) }
            return time > clock ? [Self.advance(by: time - clock)] : []
        }

        static func advance(by seconds: Double) -> String {
            "store.clock.advance(by: .nanoseconds(\(Int((seconds * 1e9).rounded()))))"
        }

        // MARK: Messages

        /// Whether the test causes the turn. The store causes all others by itself.
        private func isFromOutside(_ turn: RecordedTurn) -> Bool {
            turn.kind != "action" || !steps.contains { $0.turn.id == turn.cause }
        }

        private func reduction(_ line: JSON) -> JSON? {
            line["reductions"]?.elements?.first { $0["store"]?.integer == store.number }
        }

        /// Returns the lines that cause a turn.
        private func message(_ step: Step, _ clock: inout Double) -> [String] {
            let turn = step.turn
            guard isFromOutside(turn) else {
                return advance(to: end(of: step), &clock) + ["// Turn \(turn.id): \(turn.title)"]
            }
            if turn.kind == "replacement" {
                return ["store.replaceState(with: \(decoded("\(state)", step.state)))  // turn \(turn.id)"]
            }
            guard turn.count > 1 else { return single(step) ?? incomplete(step) }
            return repeated(step, &clock) ?? incomplete(step)
        }

        /// Returns the lines that cause the message of a turn; `nil` if the recording lacks what they need.
        private func single(_ step: Step) -> [String]? {
            let (turn, line) = (step.turn, step.line)
            let action = turn.kind == "action" ? payload(line) : reduction(line)?["action"]
            let sent = action.flatMap { $0.hasHiddenPart ? nil : decoded("\(store.reducer).Action", $0) }
            let lines =
                turn.kind == "event" && requests[turn.cause] != nil
                ? answer(turn, payload(line) ?? .null, action: sent) : sent.map { ["store.send(\($0))"] }
            return lines.map { $0.dropLast() + [($0.last ?? "") + "  // turn \(turn.id)"] }
        }

        /// Returns the lines for a line of the recording that counts several turns; `nil` if these had different messages.
        private func repeated(_ step: Step, _ clock: inout Double) -> [String]? {
            let turn = step.turn
            guard requests[turn.cause] != nil, let payload = payload(step.line),
                let lines = answer(turn, payload, action: nil)
            else { return nil }
            let end = end(of: step)
            defer { clock = end }
            return ["// Turns \(turn.id) to \(turn.last)"] + lines + ["for _ in 2...\(turn.count) {"]
                + ([Self.advance(by: (end - turn.time) / Double(turn.count - 1))] + lines).map { "    " + $0 } + ["}"]
        }

        /// The message; `nil` if it is not recorded, or if the line counts different ones.
        private func payload(_ line: JSON) -> JSON? {
            guard let messages = line["messages"]?.elements else { return line["payload"] }
            return messages.count == 1 ? messages[0]["message"]?["payload"] : nil
        }

        /// The time of the last turn of a line.
        private func end(of step: Step) -> Double {
            let start = step.line["time"]?.double ?? 0
            return step.turn.time + (step.line["until"]?.double ?? start) - start
        }

        /// Sets the state after the turn. With a mark, this state may have the fault, so the turn is left out.
        private func incomplete(_ step: Step) -> [String] {
            let note = "// Turn \(step.turn.id) (\(step.turn.title)) is not recorded completely."
            if expected != nil { return [note] }
            return [note, "store.replaceState(with: \(decoded(state, step.state)), effects: .keep)"]
        }

        // MARK: Checks

        /// The number of parts of a state that are checked after a message.
        private static let checkLimit = 3

        /// Returns the checks after a message and all that follows from it at once.
        private func checks(_ index: Int) -> [String] {
            let isFollowed = steps[(index + 1)...].contains { step in
                !isFromOutside(step.turn) && step.turn.time == steps[index].turn.time
                    && step.turn.cause <= steps[index].turn.id
            }
            if isFollowed { return [] }
            let start = steps[...index].lastIndex { isFromOutside($0.turn) } ?? index
            let changes = steps[start...index].flatMap { reduction($0.line)?["changes"]?.elements ?? [] }
            var paths: [StatePath] = []
            for path in changes.compactMap({ JSONChange($0) }).flatMap(\.newParts).map({ StatePath($0) })
            where !paths.contains(path) { paths.append(path) }
            return paths.prefix(Self.checkLimit).compactMap { path in
                steps[index].state.part(at: path.parts).map { Self.check(path, $0) }
            }
        }

        private static func check(_ path: StatePath, _ value: JSON) -> String {
            let names = path.parts.map { quoted($0) }.joined(separator: ", ")
            return "#expect(recorded(store, at: [\(names)]) == \(literal(value)))"
        }
    }
#endif
