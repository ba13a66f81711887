import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

/// A model of the middleware that requires an account. The editor, the sign-in and the session are those of the program.
/// The model holds, passes and replaces messages as the middleware does.
struct SignInModel: Reducer {
    struct State: Hashable, Sendable {
        var editor = NoteEditor.State(id: NoteID(1))
        var session = Session.State()
        var signIn: SignIn.State?
        /// The message that is held until the person signs in.
        var held: Held?
        /// The account in the storage; `nil` until it is created.
        var account: String?
        /// The names that the storage accepted.
        var signedInNames: Set<String> = []
        /// The names under which notes were published.
        var authors: Set<String> = []
    }

    enum Held: Hashable { case publish, unpublish }

    enum Action: Equatable {
        case editor(NoteEditor.Action)
        case signIn(SignIn.Action)
        case answered(SignIn.Output)
        /// The person dismisses the sign-in.
        case dismissed
        case signedIn(SignedIn)
        case signOut
        case requested(LibraryRequest)
    }

    let window: Window

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .editor(let action): return pass(action, &state)
        case .signIn(let action):
            guard state.signIn != nil else { return .none }
            if case .entered(.data(let account)) = action {
                state.account = account.name
                state.signedInNames.insert(account.name)
            }
            return SignIn(in: window.id).reduce(&state.signIn, action)
                .map(Action.signIn, output: Action.answered, at: \.signIn)
        case .answered(.signedIn): return answer(&state) { $0 }
        case .answered(.cancelled), .dismissed: return answer(&state) { _ in .signInCancelled }
        case .signedIn(let fact): _ = Session(in: window).reduce(&state.session, .signedIn(fact))
        case .signOut: _ = Session(in: window).reduce(&state.session, .signedOut(SignedOut()))
        case .requested(.publish(let command)): state.authors.insert(command.author.name)
        case .requested: break
        }
        return .none
    }

    /// Adds the account to an action that requires one. Holds the action if no account is signed in.
    private func pass(_ action: NoteEditor.Action, _ state: inout State) -> Flow<Self> {
        guard let reason = action.reason else { return fold(action, &state) }
        if let account = state.session.account { return fold(action.signed(by: account), &state) }
        // The sign-in covers the editor.
        guard state.held == nil else { return .none }
        state.held = if case .publish = action { .publish } else { .unpublish }
        let signIn = SignIn(in: window.id).state(for: reason)
        state.signIn = signIn
        return SignIn(in: window.id).start(signIn).map(Action.signIn, output: Action.answered, at: \.signIn)
    }

    private func answer(
        _ state: inout State, _ change: (NoteEditor.Action) -> NoteEditor.Action
    ) -> Flow<Self> {
        state.signIn = nil
        guard let held = state.held.take() else { return .none }
        return .send(.editor(change(held == .publish ? .publish(nil) : .unpublish(nil))))
    }

    private func fold(_ action: NoteEditor.Action, _ state: inout State) -> Flow<Self> {
        NoteEditor(in: window).reduce(&state.editor, action)
            .map(Action.editor, output: { _ in .signOut }, transition: { $0 }, at: \.editor)
    }

    typealias Transition = NoteEditor.Transition
}

extension Explorer<SignInModel> {
    /// Explores publishing, correct and wrong sign-ins, dismissals and sign-outs, in any order.
    static func signIn(in window: Window) -> Explorer {
        var state = SignInModel.State()
        state.editor.shown = Library.State(holding: [summary(1, "a")]).showing(note(1, "a"))[shown: NoteID(1)]
        return Explorer(state, SignInModel(window: window), called: "Explorer.signIn")
            .actions { state in
                guard state.signIn != nil else {
                    return [.editor(.publish(nil)), .editor(.unpublish(nil)), .signOut, .editor(.dismissProblem)]
                }
                let attempts = ["Emma", "Ida", ""].map {
                    SignInModel.Action.signIn(.enter(name: $0, Passphrase("long enough")))
                }
                return attempts + [.signIn(.cancel), .dismissed]
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
    @Suite("Actions that require an account") struct SignInExplorations {
        @Test("Only a signed-in person publishes, and a held action is resumed or dropped with a message") func gate()
            async
        {
            let explorer = await Explorer.signIn(in: .test())
                .never("a note is published under a name that the storage did not accept") {
                    !$0.state.authors.isSubset(of: $0.state.signedInNames)
                }
                .never("a second account exists") { $0.state.signedInNames.count > 1 }
                .never("an action is held without a sign-in") { $0.state.held != nil && $0.state.signIn == nil }
                .never("a sign-in is shown without a held action") { $0.state.held == nil && $0.state.signIn != nil }
                .always("the sign-in shows that it is checking exactly while the storage checks") {
                    ($0.state.signIn?.isChecking == true) == $0.isPending(EnterAccount.self)
                }
                .sometimes("a note is published") { !$0.state.authors.isEmpty }
                .sometimes("the editor says that the person must sign in") { $0.state.editor.problem != nil }
            #expect(explorer.check().isComplete)
        }
    }
}
