import MillraceHistory
import Millrace
import Testing

@Suite("A flow's content can be inspected")
struct FlowContentTests {
    struct Fetch: Command, Equatable {
        typealias Output = Int
        var page: Int
    }
    struct Failed: Error, Equatable {}
    struct Rang: Fact, Equatable {}

    struct Row: Reducer {
        struct State: Equatable, Identifiable { var id = 1 }
        enum Action: Equatable { case fetched(Event<Fetch>) }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> { .none }
    }

    struct Feature: Reducer {
        struct State: Equatable { var row: Row.State? = Row.State() }
        enum Action: Equatable {
            case go
            case fetched(Event<Fetch>)
            case row(Row.Action)
        }
        enum Output: Equatable { case done }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> { .none }
        func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
            commands.execute(Fetch(page: 0), as: Action.fetched, id: "first")
        }
    }

    @Test("each kind of step has its content")
    func steps() {
        if case .none = Flow<Feature>.none.content {
        } else {
            Issue.record("none")
        }
        if case .send(.go) = Flow<Feature>.send(.go).content {
        } else {
            Issue.record("send")
        }
        if case .post(let fact) = Flow<Feature>.post(Rang()).content {
            #expect(fact is Rang)
        } else {
            Issue.record("post")
        }
        if case .output(.done) = Flow<Feature>.output(.done).content {
        } else {
            Issue.record("output")
        }
        if case .cancel(let name) = Flow<Feature>.cancel("a").content {
            #expect(name.id == AnyHashable("a"))
        } else {
            Issue.record("cancel")
        }
        if case .merge(let flows) = Flow<Feature>.send(.go).and(.cancel("a")).content {
            #expect(flows == [.send(.go), .cancel("a")])
        } else {
            Issue.record("merge")
        }
        var missing: Row.State?
        if case .fault(let fault) = Row().reduce(&missing, .fetched(.data(1))).content {
            #expect(fault.kind == .missingChild)
        } else {
            Issue.record("fault")
        }
    }

    @Test("a sequence lists its links, and marks those that follow a failure")
    func sequences() {
        let flow = Flow<Feature>.send(.go).then(.cancel("a")).then(.cancel("b"), evenAfterFailure: true)
        guard case .sequence(let links, nil) = flow.content else {
            Issue.record("sequence")
            return
        }
        #expect(links.map(\.flow) == [.send(.go), .cancel("a"), .cancel("b")])
        #expect(links.map(\.evenAfterFailure) == [false, false, true])
    }

    @Test("a wait has its kind, duration, id and flow")
    func waits() {
        let kinds: [(Flow<Feature>, Flow<Feature>.Delayed.Kind)] = [
            (.after(.seconds(1), .send(.go), id: "a"), .after),
            (.debounce(.seconds(1), id: "a", .send(.go)), .debounce),
            (.throttle(.seconds(1), id: "a", latest: false, .send(.go)), .throttle(latest: false)),
        ]
        for (flow, kind) in kinds {
            guard case .delay(let delay) = flow.content else {
                Issue.record("\(kind)")
                return
            }
            #expect(delay.kind == kind)
            #expect(delay.duration == .seconds(1))
            #expect(delay.effectID?.id == AnyHashable("a"))
            #expect(delay.flow == .send(.go))
        }
    }

    @Test("a command has all of its arguments, and the action for each event")
    func commands() {
        let flow = Flow<Feature>.execute(
            Fetch(page: 2), as: Feature.Action.fetched, id: "a", policy: .latest, retry: .times(2, delay: .seconds(1)),
            timeout: .after(.seconds(9), failingWith: Failed()))
        guard case .execute(let request) = flow.content else {
            Issue.record("execute")
            return
        }
        #expect(request.command as? Fetch == Fetch(page: 2))
        #expect(request.effectID?.id == AnyHashable("a"))
        #expect(request.policy == .latest)
        #expect(request.retry == .times(2, delay: .seconds(1)))
        #expect(request.timeout?.duration == .seconds(9))
        #expect(request.timeout?.failure is Failed)
        #expect(request.hasResponse)
        #expect(request.action(for: Event<Fetch>.data(7)) == .fetched(.data(7)))
        #expect(request.childScope == nil)
    }

    @Test("an effect without an id is named after the type of its command, also in a printed flow")
    func names() {
        guard case .execute(let request) = Flow<Feature>.execute(Fetch(page: 1), policy: .latest).content,
            case .cancel(let name) = Flow<Feature>.cancel(Fetch.self).content
        else {
            Issue.record("names")
            return
        }
        #expect(request.effectID == name && name.command == Fetch.self && "\(name)" == "Fetch")
        #expect("\(Flow<Feature>.cancel(Fetch.self))" == "cancel(Fetch)")
        #expect(
            "\(Flow<Feature>.execute(Fetch(page: 1), policy: .latest))" == "execute(Fetch(page: 1), policy: latest)")
        if case .cancel(let name) = Flow<Feature>.cancel("a").content { #expect(name.command == nil) }
    }

    @Test("a command without a response reduces nothing, and neither does another command's event")
    func withoutResponse() {
        guard case .execute(let request) = Flow<Feature>.execute(Fetch(page: 1)).content else {
            Issue.record("execute")
            return
        }
        #expect(!request.hasResponse)
        #expect(request.effectID == nil)
        #expect(request.action(for: Event<Fetch>.data(7)) == nil)
    }

    @Test("a child's effect has its child scope and its path")
    func childScopes() {
        let flow: Flow<Feature> = Flow<Row>.execute(Fetch(page: 1), as: Row.Action.fetched, policy: .latest)
            .map(Feature.Action.row, at: \.row)
        guard case .execute(let request) = flow.content else {
            Issue.record("execute")
            return
        }
        #expect(request.effectID?.path == [AnyHashable(\Feature.State.row)])
        #expect(request.childScope?.identity(in: Feature.State()) == AnyHashable(1))
        #expect(request.childScope?.identity(in: Feature.State(row: nil)) == nil)
        #expect(request.action(for: Event<Fetch>.data(7)) == .row(.fetched(.data(7))))
    }

    @Test("active commands are listed with their ids")
    func activeCommands() {
        let requests = Feature().activeRequests(for: Feature.State())
        #expect(requests.map(\.effectID.id) == [AnyHashable("first")])
        #expect(requests.first?.request.command as? Fetch == Fetch(page: 0))
    }
}
