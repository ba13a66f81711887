import Millrace

/// The commands that were asked for and that nobody but the test can answer.
final class Requests {
    private var lists: [ObjectIdentifier: Queue<any AnyRequest>] = [:]
    private var handlers: [ObjectIdentifier: Subscription] = [:]
    private var count = 0

    /// Has commands of this type kept here, unless the engine has a handler for them.
    func serve<C: Command>(_ type: C.Type, on engine: Engine) {
        if engine.hasHandler(for: type) { return }
        handlers[ObjectIdentifier(type)] = engine.handle(type) { [weak self] command, reply in
            self?.add(command, reply)
        }
    }

    /// Keeps no more commands of this type, because somebody else handles them from now on.
    func release<C: Command>(_ type: C.Type) { handlers.removeValue(forKey: ObjectIdentifier(type))?.cancel() }

    /// Whether commands of this type are kept here.
    func serves<C: Command>(_ type: C.Type) -> Bool { handlers[ObjectIdentifier(type)] != nil }

    private func add<C: Command>(_ command: C, _ reply: Reply<C>) {
        count += 1
        lists[ObjectIdentifier(C.self), default: Queue()].append(Request(number: count, command: command, reply: reply))
    }

    /// Number `index` of those of one type that are pending and that are meant, from 0 on, the oldest first.
    func find<C: Command>(_ type: C.Type, at index: Int, where isMeant: ((C) -> Bool)?) -> Request<C>? {
        // Those that have ended are let go of from the front on, where they gather.
        while let first = lists[ObjectIdentifier(type)]?.first, !first.isOpen {
            _ = lists[ObjectIdentifier(type)]?.popFirst()
        }
        var left = index
        for case let request as Request<C> in lists[ObjectIdentifier(type)]?.rest ?? [] where request.isOpen {
            guard isMeant?(request.command) ?? true else { continue }
            if left == 0 { return request }
            left -= 1
        }
        return nil
    }

    /// How many are pending.
    var openCount: Int { lists.values.reduce(0) { $0 + $1.rest.count(where: \.isOpen) } }

    /// All that are pending, in the order in which they were asked for.
    var all: [any AnyRequest] {
        lists.values.flatMap(\.rest).filter(\.isOpen).sorted { $0.number < $1.number }
    }
}

/// A command that is pending.
struct Request<C: Command>: AnyRequest {
    let number: Int
    let command: C
    let reply: Reply<C>

    var anyCommand: any Command { command }
    var isOpen: Bool { !reply.isClosed }
    var turn: UInt64 { reply.turn }
    var attempt: Int { reply.attempt }
}

/// A command that is pending, with its type hidden.
protocol AnyRequest {
    var number: Int { get }
    var anyCommand: any Command { get }
    /// Whether it has not been answered, and was not cancelled.
    var isOpen: Bool { get }
    /// The number of its turn.
    var turn: UInt64 { get }
    var attempt: Int { get }
}
