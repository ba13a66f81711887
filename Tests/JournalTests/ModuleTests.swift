import MillraceModules
import MillraceHistory
import Millrace
import MillraceJournal
import Testing

#if Tokens || App
    import MillraceTokens
#endif

/// A module that sends an input to a guest.
private struct Lobby: Module {
    enum Action: Codable { case open, call(String) }
    enum Transition { case guest }

    static let guest = Navigator.Port<Guest>("guest")

    func state(for requirement: Void) -> Int { 0 }

    func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
        switch action {
        case .open: .transition(.guest)
        case .call(let name): .send(.call(name), to: Self.guest)
        }
    }

    func route(_ transition: Transition) -> Route<Self> { .present(Guest(), with: (), port: Self.guest) }
}

/// A module that navigates when it is called.
private struct Guest: Module {
    struct State: Codable { var name = "" }
    enum Action: Codable { case called(String) }
    enum Input: Codable { case call(String) }
    enum Transition: Codable { case room(String) }

    func state(for requirement: Void) -> State { State() }

    func receive(_ input: Input) -> Action {
        switch input {
        case .call(let name): .called(name)
        }
    }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .called(let name):
            state.name = name
            return .transition(.room(name))
        }
    }

    func route(_ transition: Transition) -> Route<Self> { .present(Guest(), with: ()) }
}

@MainActor struct ModuleTests {
    private let history = History(records: 100)

    /// The lines of two modules in a navigator. One sends an input to the other.
    private func lines(_ tokens: Tokens? = nil) throws -> (lobby: [String], guest: [String]) {
        let engine = Engine(scheduler: FixedScheduler())
        engine.history = history
        let window = Navigator(root: Lobby(), on: engine)
        let lobby = try #require(window.store(of: Lobby.self))
        lobby.send(.open)
        let guest = try StoreRecorder(try #require(window.store(of: Guest.self)), tokens: tokens)
        lobby.send(.call("Emma"))
        window.request(.dismiss(window.tree.scenes[1].id))
        return (try StoreRecorder(lobby, tokens: tokens).lines(), try guest.lines())
    }

    @Test("Recording · inputs, transitions and requests to the navigator are lines")
    func modules() throws {
        let (lobby, guest) = try lines()
        #expect(
            bare(guest) == [
                #"{"format":"millrace.recording","version":2,"reducer":"Guest","state":{"name":""}}"#,
                #"{"id":1,"kind":"action","type":"Action","case":"open","time":1.5,"outcome":"done"}"#,
                #"{"id":2,"cause":1,"kind":"transition","type":"Transition","case":"guest","time":1.5,"outcome":"done"}"#,
                #"{"id":3,"kind":"action","type":"Action","case":"call","time":1.5,"outcome":"done"}"#,
                #"{"id":4,"cause":3,"kind":"input","type":"Input","case":"call","time":1.5,"outcome":"done","reductions":"#
                    + #"[{"action":{"called":{"_0":"Emma"}},"state":{"changes":[{"at":["name"],"set":"Emma"}]},"flow":{"transition":"#
                    + #"{"type":"Transition","case":"room","value":{"room":{"_0":"Emma"}}}}}]}"#,
                #"{"id":5,"cause":4,"kind":"transition","type":"Transition","case":"room","time":1.5,"outcome":"done"}"#,
                #"{"id":6,"kind":"request","type":"Request","case":"dismiss","time":1.5,"outcome":"done"}"#,
            ])
        #expect(
            bare(lobby).last { $0.contains("reductions") }?.hasSuffix(
                #""flow":{"input":{"type":"Input","case":"call","value":{"call":{"_0":"Emma"}}},"port":"guest"}}]}"#)
                == true)
        #expect(
            bare(lobby).dropFirst().first?.contains(#""flow":{"transition":{"type":"Transition","case":"guest"}}"#)
                == true)
        #expect(try Recording(text(guest)).count == 6)
    }

    #if Tokens || App
        @Test("Tokens · the inputs and transitions of a flow are replaced where their fields are named")
        func tokens() throws {
            let key = [UInt8](repeating: 7, count: 32)
            let named = ["state.name", "action.call", "action.called"]
            let (lobby, guest) = try lines(Tokens(fields: named, key: key))
            #expect(lobby.joined().contains("Emma") && guest.joined().contains("Emma"))
            let hidden = try lines(Tokens(fields: named + ["input.call", "transition.room"], key: key))
            #expect(!hidden.lobby.joined().contains("Emma") && !hidden.guest.joined().contains("Emma"))
        }
    #endif
}
