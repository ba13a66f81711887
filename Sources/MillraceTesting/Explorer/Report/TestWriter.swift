import MillraceHistory
import Millrace

/// A line of a printed test, which can also be performed on a test store.
enum Line<R: Reducer> {
    case advance(Duration)
    case advanceToNext
    /// Sets the random number for the next pause before a retry.
    case jitter(Double)
    case send(R.Action)
    /// Gives an outcome to the pending command at an index of its type.
    ///
    /// `isFirst` is whether no older pending command equals it.
    case answer(TypedOutcome<R>, command: any Command, at: Int, isFirst: Bool)
    case restart
}

/// Writes the source of a test that performs the steps of a trace.
struct TestWriter<R: Reducer> {
    private let explorer: Explorer<R>
    private let trace: Trace<R>

    init(_ explorer: Explorer<R>, _ trace: Trace<R>) { (self.explorer, self.trace) = (explorer, trace) }

    /// The source of a test that fails because `property` does not hold.
    func test(of property: Property<R>, cycle: Int) -> String {
        let name = "\"\(property.name)\""
        let isRestarted = trace.moves.contains { if case .restart = $0.choice { true } else { false } }
        var lines = ["\(isRestarted ? "var" : "let") store = \(explorer.name).testStore()"]
        let first = trace.moves.count - cycle
        lines += self.lines(0..<first)
        switch property.kind {
        case .noFault: break
        case .deterministic:
            lines = self.lines(0..<max(0, first - 1)).reduce(into: [lines[0]]) { $0.append($1) }
            lines.append("// The result of these lines is different each time:")
            lines += self.lines(max(0, first - 1)..<first)
        case .eventually where cycle > 0:
            lines.append("let round = \(explorer.name).systemState(of: store)")
            lines += self.lines(first..<trace.moves.count)
            lines.append("\(explorer.name).check(\(name), in: store, since: round)")
        case .always(.step) where first > 0, .sometimes(.step) where first > 0:
            lines = self.lines(0..<first - 1).reduce(into: [lines[0]]) { $0.append($1) }
            lines.append("let before = \(explorer.name).systemState(of: store)")
            lines += self.lines(first - 1..<first)
            lines.append("\(explorer.name).check(\(name), in: store, since: before)")
        default: lines.append("\(explorer.name).check(\(name), in: store)")
        }
        return (["@Test @MainActor func \(identifier(property.name))() {"] + lines.map { "    " + $0 } + ["}"])
            .joined(separator: "\n")
    }

    /// The source of the lines for these steps.
    func lines(_ moves: Range<Int>) -> [String] { moves.flatMap(steps).map(source) }

    /// The lines for one step.
    func steps(_ index: Int) -> [Line<R>] {
        let move = trace.moves[index]
        let past = index == 0 ? 0 : trace.moves[index - 1].time
        let passing: [Line<R>] = move.time > past ? [.advance(.nanoseconds(move.time - past))] : []
        switch move.choice {
        // The timer's call also advances the time.
        case .fire: return [.advanceToNext]
        case .send(let action): return passing + [.send(action)]
        case .restart: return passing + [.restart]
        case .answer(let place, let outcome, _):
            guard let effect = move.before.effects?[place], let entry = move.before.entry(of: effect),
                let command = entry.asked?.request.command
            else { return passing }
            let jitter: [Line<R>] = move.random.map { [.jitter($0)] } ?? []
            let older = olderCommands(than: effect, in: move.before)
            let isFirst = areSame(command, command) && !older.contains { areSame($0, command) }
            return passing + jitter + [.answer(outcome, command: command, at: older.count, isFirst: isFirst)]
        }
    }

    /// The pending commands of the same type whose handlers were called earlier.
    private func olderCommands(than effect: WorldEffect, in world: World<R>) -> [any Command] {
        let type = world.entry(of: effect)?.command?.type
        return world.effects?.all.filter { $0.isPending && $0.call < effect.call }.compactMap {
            guard let entry = world.entry(of: $0), entry.command?.type == type else { return nil }
            return entry.asked?.request.command
        } ?? []
    }

    private func source(_ line: Line<R>) -> String {
        switch line {
        case .advance(let duration): return "store.clock.advance(by: \(source(duration as Any)))"
        case .advanceToNext: return "store.clock.advanceToNext()"
        case .jitter(let random): return "store.engine.jitter = { \(random) }"
        case .send(let action): return "store.send(\(source(action as Any)))"
        case .restart: return "store = \(explorer.name).restarted(store)"
        case .answer(let outcome, let command, let index, let isFirst):
            // A command that is not the oldest of its type is named by its value, which is easier to read than an index.
            let name = typeName(type(of: command)) + ".self"
            let selection = index == 0 ? name : isFirst ? source(command as Any) : "\(name), at: \(index)"
            let hasValue = outcome.verb != .end && outcome.verb != .cancel
            let value = hasValue ? outcome.value.map(source) ?? "()" : ""
            if outcome.verb == .complete || outcome.verb == .fail {
                return "store.\(outcome.verb)(\(selection), with: \(value))"
            }
            return "store.answer(\(selection), with: .\(outcome.verb)\(hasValue ? "(\(value))" : ""))"
        }
    }

    private func source(_ value: Any) -> String { swiftSource(of: value, explorer.sources) }

    /// The words of a name in camel case, as the name of a function.
    private func identifier(_ name: String) -> String {
        let words = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let joined = words.enumerated().map { $0 == 0 ? $1.lowercased() : $1.prefix(1).uppercased() + $1.dropFirst() }
            .joined()
        return joined.isEmpty || joined.first?.isNumber == true ? "_" + joined : joined
    }
}
