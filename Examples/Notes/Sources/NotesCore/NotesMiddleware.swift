package import MillraceKit

/// An action that requires an account. ``NotesMiddleware/requiringSignIn(in:_:)`` asks for it.
package protocol NeedsAccount {
    /// Why the person must sign in, as a sentence. `nil` if no account is required or the action has one.
    var reason: String? { get }
    /// Returns the action with an account.
    func signed(by account: Account) -> Self
    /// The action that replaces this one if the person does not sign in.
    static var signInCancelled: Self { get }
}

/// The middleware of the application.
package enum NotesMiddleware {
    /// Returns all middleware of a window in its order.
    static func all(in window: WindowID, _ session: Store<Session>) -> [any Middleware] {
        requiringSignIn(in: window, session) + [requiringConfirmation]
    }

    /// Holds a ``Confirmable`` action until the person confirms it. Drops it if the person refuses, or if the window already
    /// shows a question.
    package static var requiringConfirmation: Interceptor {
        .async(where: { ($0.payload as? any Confirmable)?.question != nil }) { message in
            guard let question = (message.payload as? any Confirmable)?.question, let window = message.navigator
            else { return message }
            // A window shows one question at a time.
            if window.shows(Confirm.self) { return nil }
            return await window.ask(Confirm(), with: question) == .confirmed ? message : nil
        }
    }

    /// Holds an action that ``NeedsAccount`` until the person signs in in its window, then adds the account. If the person
    /// does not sign in, replaces it with ``NeedsAccount/signInCancelled``. Drops it if the window already shows a sign-in.
    /// Deleting a published note unpublishes it, so it needs an account too; without one, the deletion is dropped.
    static func requiringSignIn(in window: WindowID, _ session: Store<Session>) -> [any Middleware] {
        // The engine retains the middleware, and the store retains the engine.
        let account = { [weak session] in session?.state.account }
        return [
            .async(where: { $0.reason != nil && account() == nil }) { message in
                guard let reason = message.reason, let navigator = message.navigator else { return message }
                if navigator.shows(SignIn.self) { return nil }
                let answer = await navigator.ask(SignIn(in: window), with: reason)
                if case .signedIn = answer { return message }
                return message.signInCancelled
            },
            .intercept { message in
                guard let needed = message.needed, needed.reason != nil, let account = account() else { return .pass }
                return .change(to: needed.signed(by: account))
            },
        ]
    }
}

extension Navigator {
    /// Whether the window shows a module.
    fileprivate func shows<M: Module>(_ module: M.Type) -> Bool { tree.scenes.contains { $0.type == module } }
}

extension Message {
    fileprivate var needed: (any NeedsAccount)? { payload as? any NeedsAccount }
    /// Why the person must sign in before the message; `nil` if this is not necessary.
    fileprivate var reason: String? {
        if let reason = needed?.reason { return reason }
        return deletesPublished ? "You need an account to delete a published note." : nil
    }

    private var deletesPublished: Bool {
        switch payload {
        case NoteList.Action.delete(let notes):
            state(of: NoteList.self).map { list in notes.contains { list.shown.published[$0] != nil } } ?? false
        case NoteEditor.Action.delete: state(of: NoteEditor.self)?.shown.publication != nil
        default: false
        }
    }

    fileprivate var signInCancelled: Message? { needed.map { with(type(of: $0).signInCancelled) } }
}
