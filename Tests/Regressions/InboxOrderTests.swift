import Millrace
import MillraceExtras
import MillraceHistory
import TestSupport
import Testing

// Symptom: `inbox.offer(.line("first")); reply.data("second"); inbox.offer(.line("third"))` from one thread was reduced as "second,
// first, third". Offers to two inboxes lost their order too.
// Cause: each inbox had a queue of its own, which was delivered by a job of its own.
// Correct behavior: an offer has its place among all that its thread sends. The inbox only decides what is discarded when it is
// full, and a replacing action takes the new place.
@MainActor struct InboxOrderTests {
    /// What a thread sends.
    enum Input: CaseIterable, Sendable {
        case offer, offerToOther, offerToOtherStore, newest, keyed, data, action, fact
    }

    /// Where the thread is, and what the engine does meanwhile. On another thread, the engine's actor is blocked.
    enum Place: CaseIterable, Sendable { case idle, inTurn, onAnotherThread }

    @Test(
        "L2 · each pair of inputs of a thread is processed in its order, wherever the engine is",
        arguments: Place.allCases)
    func pairs(place: Place) async throws {
        try await withEngine { engine in
            let program = Program(on: engine)
            for first in program.inputs(at: place) {
                for second in program.inputs(at: place) {
                    program.run([first, second, first, second], at: place)
                    #expect(program.log.lines == program.expected, "\(first), \(second)")
                }
            }
            program.close()
        }
    }

    @Test(
        "L2 · random programs of inputs are processed in the order of their threads", arguments: 0..<50 as Range<UInt64>
    )
    func random(seed: UInt64) async throws {
        try await withEngine { engine in
            var generator = SeededGenerator(seed: seed)
            let program = Program(on: engine)
            for _ in 0..<20 {
                let place = Place.allCases.randomElement(using: &generator) ?? .idle
                let inputs = (0..<Int.random(in: 0...12, using: &generator)).compactMap { _ in
                    program.inputs(at: place).randomElement(using: &generator)
                }
                program.run(inputs, at: place)
                #expect(program.log.lines == program.expected, "\(inputs), \(place)")
            }
            program.close()
        }
    }

    @Test("L2 · ten thousand offers and answers keep their order", arguments: Place.allCases)
    func many(place: Place) async throws {
        try await withEngine { engine in
            let program = Program(on: engine)
            program.run((0..<10_000).map { [.offer, .data, .offerToOtherStore, .offerToOther][$0 % 4] }, at: place)
            #expect(program.log.lines.count == 10_000 && program.log.lines == program.expected)
            program.close()
        }
    }

    @Test("L2 · inboxes that discard a million actions keep the order of the rest, and little memory")
    func discarded() async throws {
        try await withEngine { engine in
            let program = Program(on: engine)
            program.run(
                (0..<100_000).map { [.newest, .keyed, .offer][$0 < 99_998 ? $0 % 2 : 2] }, at: .onAnotherThread)
            #expect(program.log.lines == program.expected && program.log.lines.count == 6)
            program.close()
        }
    }
}

/// Sends inputs to an engine, and computes which lines its stores must log.
@MainActor private final class Program {
    struct Ping: Command { typealias Output = String }
    struct News: Fact { var line: String }

    final class Log { var lines: [String] = [] }

    /// Appends to the log of all stores.
    struct Writer: Reducer {
        enum Action: Sendable { case line(String), ping, pinged(Event<Ping>), run }
        let log: Log

        func reduce(_ runs: inout Int, _ action: Action) -> Flow<Self> {
            switch action {
            case .line(let line), .pinged(.data(let line)): log.lines.append(line)
            case .ping: return .execute(Ping(), as: Action.pinged)
            case .pinged: break
            case .run: runs += 1
            }
            return .none
        }
    }

    /// The ways in for any thread.
    struct Ways: Sendable {
        let all: [InboxOrderTests.Input: Inbox<Writer.Action>]
        let reply: Reply<Ping>

        func send(_ input: InboxOrderTests.Input, _ line: String) {
            if input == .data { reply.data(line) } else { all[input]?.offer(.line(line)) }
        }
    }

    let log = Log()
    private(set) var expected: [String] = []
    private var pending: [(input: InboxOrderTests.Input, line: String)] = []
    private var count = 0
    private let engine: Engine
    private let store: Store<Writer>
    private let other: Store<Writer>
    private let ways: Ways
    private var whenRun: () -> Void = {}

    init(on engine: Engine) {
        var replies: [Reply<Ping>] = []
        engine.handle(Ping.self) { replies.append($1) }
        self.engine = engine
        store = Store(0, Writer(log: log), on: engine)
        other = Store(0, Writer(log: log), on: engine)
        store.send(.ping)
        ways = Ways(
            all: [
                .offer: store.inbox(capacity: 10_000, policy: .reject),
                .offerToOther: store.inbox(capacity: 10_000, policy: .wait),
                .offerToOtherStore: other.inbox(capacity: 10_000, policy: .reject),
                .newest: store.inbox(capacity: 2, policy: .dropOldest),
                .keyed: other.inbox(capacity: 2, policy: .coalesce { "\($0)".hasSuffix("0\")") }),
            ], reply: replies[0])
        store.listen(to: News.self) { .line($0.line) }
        store.subscribe(to: \.self) { [unowned self] _ in whenRun() }
    }

    func inputs(at place: InboxOrderTests.Place) -> [InboxOrderTests.Input] {
        // Only the engine's actor can send the others.
        InboxOrderTests.Input.allCases.filter { place != .onAnotherThread || ![.action, .fact].contains($0) }
    }

    func run(_ inputs: [InboxOrderTests.Input], at place: InboxOrderTests.Place) {
        let lines = inputs.map { input in
            count += 1
            return (input, "\(input) \(count)")
        }
        switch place {
        case .idle: for (input, line) in lines { send(input, line, isIdle: true) }
        case .inTurn:
            whenRun = { [unowned self] in for (input, line) in lines { send(input, line, isIdle: false) } }
            store.send(.run)
            whenRun = {}
        case .onAnotherThread:
            onAnotherThread { [ways] in for (input, line) in lines { ways.send(input, line) } }
            for (input, line) in lines { expect(input, line) }
        }
        engine.processPending()
        processExpected()
    }

    func close() {
        ways.reply.finish()
        engine.processPending()
    }

    private func send(_ input: InboxOrderTests.Input, _ line: String, isIdle: Bool) {
        expect(input, line)
        switch input {
        case .action: store.send(.line(line))
        case .fact: engine.post(News(line: line))
        default: return ways.send(input, line)
        }
        // An action that is sent outside a turn is processed at once, behind everything that was sent before.
        if isIdle { processExpected() }
    }

    private func expect(_ input: InboxOrderTests.Input, _ line: String) {
        func isSame(_ other: (input: InboxOrderTests.Input, line: String)) -> Bool { other.input == input }
        if input == .newest, pending.filter(isSame).count == 2, let oldest = pending.firstIndex(where: isSame) {
            pending.remove(at: oldest)
        }
        if input == .keyed {
            pending.removeAll { isSame($0) && $0.line.hasSuffix("0") == line.hasSuffix("0") }
        }
        pending.append((input, line))
    }

    private func processExpected() {
        expected += pending.map(\.line)
        pending = []
    }
}
