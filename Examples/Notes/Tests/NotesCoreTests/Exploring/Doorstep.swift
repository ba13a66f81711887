import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

/// A model of the middleware that asks for an account. The editor, the sign-in and the sessions are those of the program.
/// Between them, a message is held, passed or replaced as by the middleware.
struct Doorstep: Reducer {
    struct State: Hashable, Sendable {
        var editor = NoteEditor().state(for: NoteID(1))
        var sessions = Sessions.State()
        var signIn: SignIn.State?
        /// What waits until somebody has signed in.
        var held: Held?
        /// The account in the storage, once there is one.
        var account: String?
        /// Who was let in by the storage.
        var letIn: Set<String> = []
        /// Who has published.
        var authors: Set<String> = []
    }

    enum Held: Hashable { case publish, unpublish }

    enum Action: Equatable {
        case editor(NoteEditor.Action)
        case signIn(SignIn.Action)
        case answered(SignIn.Output)
        /// The person puts the question away.
        case putAway
        case signedIn(SignedIn)
        case signOut
        case requested(LibraryRequest)
    }

    let window = WindowID(1)

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .editor(let action): return pass(action, &state)
        case .signIn(let action):
            guard state.signIn != nil else { return .none }
            if case .entered(.data(let account)) = action {
                state.account = account.name
                state.letIn.insert(account.name)
            }
            return SignIn(in: window).reduce(&state.signIn, action)
                .map(Action.signIn, output: Action.answered, at: \.signIn)
        case .answered(.signedIn): return answer(&state) { $0 }
        case .answered(.cancelled), .putAway: return answer(&state) { _ in .unsigned }
        case .signedIn(let fact): _ = Sessions().reduce(&state.sessions, .signedIn(fact))
        case .signOut: _ = Sessions().reduce(&state.sessions, .signedOut(SignedOut(window: window)))
        case .requested(.publish(let command)): state.authors.insert(command.author.name)
        case .requested: break
        }
        return .none
    }

    /// Holds what needs an account where there is none, and says who does it where there is.
    private func pass(_ action: NoteEditor.Action, _ state: inout State) -> Flow<Self> {
        guard let reason = action.reason else { return fold(action, &state) }
        if let account = state.sessions[window: window] { return fold(action.signed(by: account), &state) }
        // A modal layer lies over the editor.
        guard state.held == nil else { return .none }
        state.held = if case .publish = action { .publish } else { .unpublish }
        let signIn = SignIn(in: window).state(for: reason)
        state.signIn = signIn
        return SignIn(in: window).start(signIn).map(Action.signIn, output: Action.answered, at: \.signIn)
    }

    private func answer(
        _ state: inout State, _ change: (NoteEditor.Action) -> NoteEditor.Action
    ) -> Flow<Self> {
        state.signIn = nil
        guard let held = state.held.take() else { return .none }
        return .send(.editor(change(held == .publish ? .publish(nil) : .unpublish(nil))))
    }

    private func fold(_ action: NoteEditor.Action, _ state: inout State) -> Flow<Self> {
        NoteEditor().reduce(&state.editor, action)
            .map(Action.editor, output: { _ in .signOut }, transition: { $0 }, at: \.editor)
    }

    typealias Transition = NoteEditor.Transition
}

extension Explorer<Doorstep> {
    /// Somebody publishes, signs in rightly and wrongly, puts the question away, and signs out, in any order.
    static var gate: Explorer {
        var state = Doorstep.State()
        state.editor.shown = Library.State(holding: [summary(1, "a")]).showing(note(1, "a")).shown(NoteID(1))
        return Explorer(state, Doorstep(), called: "Explorer.gate")
            .actions { state in
                guard state.signIn != nil else {
                    return [.editor(.publish(nil)), .editor(.unpublish(nil)), .signOut, .editor(.dismissProblem)]
                }
                let tries = ["Emma", "Ida", ""].map {
                    Doorstep.Action.signIn(.enter(name: $0, Passphrase("long enough")))
                }
                return tries + [.signIn(.cancel), .putAway]
            }
            .outcomes(of: FindAccount.self) { [.complete($1.account != nil), .fail(.locked)] }
            .outcomes(of: EnterAccount.self) { command, state in
                guard state.account == nil || state.account == command.name else { return [.fail(.wrong)] }
                return [.complete(Account(name: command.name)), .fail(.wrong), .fail(.storage(.full))]
            }
            .listen(to: SignedIn.self) { .signedIn($0) }
            .listen(to: LibraryRequest.self) { .requested($0) }
            .limit(states: 15_000)
    }
}

extension Explorations {
    @Suite("To what needs an account") struct GateExplorations {
        @Test("Nobody publishes who was not let in, and what is held is resumed, or dropped with a word") func gate() {
            let gate = Explorer.gate
                .never("an author who was not let in") { !$0.state.authors.isSubset(of: $0.state.letIn) }
                .never("a second account") { $0.state.letIn.count > 1 }
                .never("something that is held, and nobody is asked") { $0.state.held != nil && $0.state.signIn == nil }
                .never("a question of which nothing comes") { $0.state.held == nil && $0.state.signIn != nil }
                .always("the sign-in says that it checks while the storage is asked, and then only") {
                    ($0.state.signIn?.isChecking == true) == $0.isPending(EnterAccount.self)
                }
                .sometimes("somebody who publishes") { !$0.state.authors.isEmpty }
                .sometimes("a word that nobody signed in") { $0.state.editor.problem != nil }
            #expect(gate.check().isComplete)
        }
    }
}
