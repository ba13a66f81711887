import Millrace
import MillraceHistory
import MillraceJournal

/// The commands that the flows and states of a replay have requested, to map their events to actions again.
struct ReplayedRequests<R: Reducer> where R.State: Codable, R.Action: Codable {
    private struct Key: Hashable {
        let type: String
        let value: JSON?
    }

    /// The number of requests that are remembered for equal commands.
    private static var limit: Int { 8 }

    private let values: Values
    private var requests: [Key: [CommandRequest<R>]] = [:]

    init(_ values: Values) { self.values = values }

    mutating func add(_ flow: Flow<R>) {
        FlowStep(flow.node).forEachCommand { add(CommandRequest(node: $0, context: $1)) }
    }

    mutating func add(activeFor state: R.State, of reducer: R) {
        for (_, request) in reducer.activeRequests(for: state) { add(request) }
    }

    private mutating func add(_ request: CommandRequest<R>) {
        guard request.hasResponse else { return }
        let key = Key(type: "\(type(of: request.command))", value: value(of: request.command))
        if requests[key, default: []].contains(request) { return }
        requests[key, default: []].append(request)
        if requests[key, default: []].count > Self.limit { requests[key]?.removeFirst() }
    }

    private func value(of command: any Command) -> JSON? {
        (command as? any Encodable).flatMap { try? values.json(command: $0) }
    }

    /// Returns the actions that the requests of a command give for an event: the newest request first.
    func actions(for event: JSON, type: String, _ value: JSON?) -> [R.Action] {
        (requests[Key(type: type, value: value)] ?? []).reversed().compactMap { request in
            action(of: request, request.command, for: event)
        }
    }

    private func action<C: Command>(of request: CommandRequest<R>, _ command: C, for event: JSON) -> R.Action? {
        guard let event = try? values.value(Event<C>.self, event) else { return nil }
        return request.action(for: event)
    }
}
