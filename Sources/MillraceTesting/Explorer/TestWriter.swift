import Millrace

/// Writes a way through the situations as the source of a test.
struct TestWriter<R: Reducer> {
    private let explorer: Explorer<R>
    private let trace: Trace<R>

    init(_ explorer: Explorer<R>, _ trace: Trace<R>) { (self.explorer, self.trace) = (explorer, trace) }

    /// A test that fails because `property` does not hold.
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
            lines.append("// What follows is another thing each time:")
            lines += self.lines(max(0, first - 1)..<first)
        case .eventually where cycle > 0:
            lines.append("let round = \(explorer.name).situation(of: store)")
            lines += self.lines(first..<trace.moves.count)
            lines.append("\(explorer.name).check(\(name), in: store, since: round)")
        default: lines.append("\(explorer.name).check(\(name), in: store)")
        }
        return (["@Test @MainActor func \(identifier(property.name))() {"] + lines.map { "    " + $0 } + ["}"])
            .joined(separator: "\n")
    }

    /// The steps, as lines of a test.
    func lines(_ moves: Range<Int>) -> [String] { moves.flatMap(lines) }

    private func lines(_ index: Int) -> [String] {
        let move = trace.moves[index]
        let past = index == 0 ? 0 : trace.moves[index - 1].time
        let passing = move.time > past ? ["store.clock.advance(by: \(source(.nanoseconds(move.time - past))))"] : []
        switch move.choice {
        case .fire: return passing
        case .send(let action): return passing + ["store.send(\(source(action)))"]
        case .answer(let place, let outcome): return passing + [answer(place, outcome, in: move.before)]
        case .restart: return passing + ["store = \(explorer.name).restarted(store)"]
        }
    }

    private func answer(_ place: Int, _ outcome: Int, in world: World<R>) -> String {
        let item = world.items[place]
        guard let asked = item.entry.asked else { return "" }
        let outcome = asked.outcomes[outcome]
        let type = type(of: asked.request.command)
        // Those that are pending are told apart in the order in which their handlers were called.
        let older = world.items.count { other in
            other.isPending && other.call < item.call
                && other.entry.asked.map { Swift.type(of: $0.request.command) == type } == true
        }
        let at = older > 0 ? ", at: \(older)" : ""
        let label = outcome.verb == .complete || outcome.verb == .fail ? "with: " : ""
        let value = outcome.value.map { ", \(label)\(source($0))" } ?? ""
        return "store.\(outcome.verb.rawValue)(\(typeName(type)).self\(at)\(value))"
    }

    private func source(_ value: Any) -> String { swiftSource(of: value, explorer.sources) }

    private func source(_ duration: Duration) -> String { swiftSource(of: duration, [:]) }

    /// The words of a name as those of a function.
    private func identifier(_ name: String) -> String {
        let words = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let joined = words.enumerated().map { $0 == 0 ? $1.lowercased() : $1.prefix(1).uppercased() + $1.dropFirst() }
            .joined()
        return joined.isEmpty || joined.first?.isNumber == true ? "_" + joined : joined
    }
}
