import MillraceExtras
import Millrace

/// The pending commands that only the test can answer.
final class Requests {
    private var lists: [ObjectIdentifier: Queue<any AnyRequest>] = [:]
    private var handlers: [ObjectIdentifier: Subscription] = [:]
    private var count = 0
    /// The commands in the order of the calls of their handlers. A retry is another call.
    var calls: [any Command] = []
    private var calledTurns: Set<UInt64> = []
    /// Whether intervals tick on the engine's clock. Otherwise only the test sends their ticks.
    private let drivesIntervals: Bool

    init(drivesIntervals: Bool) { self.drivesIntervals = drivesIntervals }

    /// Registers a handler that keeps commands of this type for the test. Does nothing if the engine has a handler for
    /// the type.
    func serve<C: Command>(_ type: C.Type, on engine: Engine) {
        if engine.hasHandler(for: type) { return }
        handlers[ObjectIdentifier(type)] = engine.handle(type) { [weak self] command, reply in
            self?.add(command, reply)
            self?.drive(command, reply)
        }
    }

    /// Removes the handler that keeps commands of this type, because another handler will be registered.
    func release<C: Command>(_ type: C.Type) { handlers.removeValue(forKey: ObjectIdentifier(type))?.cancel() }

    /// Whether this object keeps the commands of this type.
    func serves<C: Command>(_ type: C.Type) -> Bool { handlers[ObjectIdentifier(type)] != nil }

    private func drive<C: Command>(_ command: C, _ reply: Reply<C>) {
        guard drivesIntervals, let interval = command as? Interval, let reply = reply as? Reply<Interval> else {
            return
        }
        interval.handle(reply)
    }

    private func add<C: Command>(_ command: C, _ reply: Reply<C>) {
        count += 1
        calls.append(command)
        calledTurns.insert(reply.turn)
        lists[ObjectIdentifier(C.self), default: Queue()].append(Request(number: count, command: command, reply: reply))
    }

    /// The pending command at `index` among those of a type for which `matches` returns `true`, oldest first.
    ///
    /// Without `matches`, all pending commands of the type count.
    func find<C: Command>(_ type: C.Type, at index: Int, where matches: ((C) -> Bool)?) -> Request<C>? {
        // Removes ended requests from the front of the queue, where most of them are.
        while let first = lists[ObjectIdentifier(type)]?.first, !first.isOpen {
            _ = lists[ObjectIdentifier(type)]?.popFirst()
        }
        var left = index
        for case let request as Request<C> in lists[ObjectIdentifier(type)]?.rest ?? [] where request.isOpen {
            guard matches?(request.command) ?? true else { continue }
            if left == 0 { return request }
            left -= 1
        }
        return nil
    }

    /// The pending command that was requested in a turn; `nil` if it is not pending.
    func find<C: Command>(_ type: C.Type, inTurn turn: UInt64) -> Request<C>? {
        for case let request as Request<C> in lists[ObjectIdentifier(type)]?.rest ?? []
        where request.turn == turn && request.isOpen { return request }
        return nil
    }

    /// Whether the handler of the command with this turn was called, once or more often.
    func wasCalled(inTurn turn: UInt64) -> Bool { calledTurns.contains(turn) }

    /// The number of pending commands.
    var openCount: Int { lists.values.reduce(0) { $0 + $1.rest.count(where: \.isOpen) } }

    /// All pending commands, in the order in which they were requested.
    var all: [any AnyRequest] {
        lists.values.flatMap(\.rest).filter(\.isOpen).sorted { $0.number < $1.number }
    }
}

/// A pending command.
struct Request<C: Command>: AnyRequest {
    let number: Int
    let command: C
    let reply: Reply<C>

    var anyCommand: any Command { command }
    var isOpen: Bool { !reply.isClosed }
    var turn: UInt64 { reply.turn }
    var attempt: Int { reply.attempt }
}

/// A pending command without its type.
protocol AnyRequest {
    var number: Int { get }
    var anyCommand: any Command { get }
    /// Whether the command was neither ended nor cancelled.
    var isOpen: Bool { get }
    /// The number of the command's turn.
    var turn: UInt64 { get }
    var attempt: Int { get }
}
