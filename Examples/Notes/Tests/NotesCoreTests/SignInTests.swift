import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

@MainActor @Suite("Signing in") struct SignInTests {
    private let window = WindowID(1)
    private let emma = Account(name: "Emma")

    private func signIn(hasAccount: Bool) -> TestStore<SignIn> {
        let store = TestStore(SignIn(in: window), with: "To publish.")
        store.complete(FindAccount(), with: hasAccount) { $0.hasAccount = hasAccount }
        return store
    }

    @Test("Signs in with the right passphrase, and notifies the window") func known() {
        let store = signIn(hasAccount: true)
        store.send(.enter(name: " Emma ", Passphrase("long enough"))) { ($0.name, $0.isChecking) = ("Emma", true) }
        store.send(.enter(name: "Emma", Passphrase("again")))
        let command = EnterAccount(name: "Emma", passphrase: Passphrase("long enough"), in: WindowID(1))
        store.complete(command, with: emma) { $0.isChecking = false }
        store.fact(SignedIn(account: emma))
        store.output(.signedIn(emma))
    }

    @Test("Reports a wrong passphrase, and accepts another attempt") func wrong() {
        let store = signIn(hasAccount: true)
        store.send(.enter(name: "Emma", Passphrase("wrong"))) { ($0.name, $0.isChecking) = ("Emma", true) }
        store.fail(EnterAccount.self, with: .wrong) {
            ($0.isChecking, $0.problem) = (false, "The name or the passphrase is wrong.")
        }
        store.send(.enter(name: "Emma", Passphrase("right one"))) { ($0.isChecking, $0.problem) = (true, nil) }
        store.fail(EnterAccount.self, with: .storage(.locked)) {
            $0.isChecking = false
            $0.problem = "Sign-in failed because another program is using the database."
        }
    }

    @Test("A new account requires a name and a long passphrase") func new() {
        let store = signIn(hasAccount: false)
        store.send(.enter(name: " ", Passphrase("long enough"))) { $0.problem = SignInFailure.noName.sentence }
        store.send(.enter(name: "Emma", Passphrase("short"))) {
            ($0.name, $0.problem) = ("Emma", "The passphrase must have at least 8 characters.")
        }
    }

    @Test("Notes · a name that is too long is rejected as it is") func tooLong() {
        let store = signIn(hasAccount: true)
        let name = String(repeating: " ", count: Passphrase.longest + 1)
        store.send(.enter(name: name, Passphrase("long enough"))) { $0.problem = SignInFailure.tooLong.sentence }
    }

    @Test("Can be cancelled, also while the storage checks the passphrase") func cancelled() {
        let store = signIn(hasAccount: true)
        store.send(.enter(name: "Emma", Passphrase("long enough"))) { ($0.name, $0.isChecking) = ("Emma", true) }
        store.send(.cancel)
        store.output(.cancelled)
        #expect(store.pending.isEmpty)
    }

    @Test("A passphrase is never printed") func printed() {
        let secret = "swordfish"
        let command = EnterAccount(name: "Emma", passphrase: Passphrase(secret), in: WindowID(1))
        var dumped = ""
        dump(command, to: &dumped)
        #expect(![dumped, "\(command)", String(reflecting: command)].contains { $0.contains(secret) })
    }

    @Test("The session of a window has its account, and sends the requests of its modules to the library")
    func session() {
        let window = Window.test()
        let store = TestStore(Session.State(), Session(in: window))
        store.send(.signedIn(SignedIn(account: emma))) { $0.account = emma }
        store.send(.signedOut(SignedOut())) { $0.account = nil }
        let request = LibraryRequest.pin(NoteID(1), true, in: window.id)
        store.send(.requested(request))
        store.answer(RemoteSend(.requested(request), to: window.library), with: .end)
        store.complete(WaitForLibrary(notes: [NoteID(1)]), with: ())
    }

    @Test("Notes · the session waits for one request at a time, and once for the texts that follow one another")
    func texts() {
        let window = Window.test()
        let store = TestStore(Session.State(), Session(in: window))
        for text in ["A", "AB"] {
            let request = LibraryRequest.type(NoteID(1), text, in: window.id)
            store.send(.requested(request))
            store.answer(RemoteSend(.requested(request), to: window.library), with: .end)
        }
        store.expect(WaitForLibrary(notes: [NoteID(1)]))
        for number in [2, 3] {
            let request = LibraryRequest.pin(NoteID(Int64(number)), true, in: window.id)
            store.send(.requested(request))
            store.answer(RemoteSend(.requested(request), to: window.library), with: .end)
        }
        store.complete(WaitForLibrary(notes: [NoteID(3)]), with: ())
        #expect(store.pending.isEmpty)
    }
}
