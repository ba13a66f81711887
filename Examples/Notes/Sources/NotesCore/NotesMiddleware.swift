package import MillraceKit

/// An action that requires an account. ``NotesMiddleware/requiringSignIn(_:)`` asks for it.
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
    /// Returns all middleware in its order.
    static func all(_ application: NotesApplication) -> [any Middleware] {
        requiringSignIn(application) + [requiringConfirmation]
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
    static func requiringSignIn(_ application: NotesApplication) -> [any Middleware] {
        let windows = Windows(application: application)
        return [
            .async(where: { windows.reason(for: $0) != nil && windows.account(of: $0) == nil }) { message in
                guard let reason = windows.reason(for: message), let window = windows.window(of: message),
                    let navigator = message.navigator
                else { return message }
                if navigator.shows(SignIn.self) { return nil }
                let answer = await navigator.ask(SignIn(in: window), with: reason)
                if case .signedIn = answer { return message }
                return message.signInCancelled
            },
            .intercept { message in
                guard let needed = message.needed, needed.reason != nil, let account = windows.account(of: message)
                else { return .pass }
                return .change(to: needed.signed(by: account))
            },
        ]
    }

    /// The windows of the application. The reference is weak, because the engine retains the middleware.
    private struct Windows {
        weak var application: NotesApplication?

        func window(of message: Message) -> WindowID? { message.navigator.flatMap { application?.window(of: $0) } }

        /// Why the person must sign in before a message; `nil` if this is not necessary.
        func reason(for message: Message) -> String? {
            if let reason = message.needed?.reason { return reason }
            let published = application?.library.state.publications.all ?? [:]
            guard message.deletedNotes.contains(where: { published[$0] != nil }) else { return nil }
            return "You need an account to delete a published note."
        }

        func account(of message: Message) -> Account? {
            window(of: message).flatMap { application?.sessions.state[window: $0] }
        }
    }
}

extension Navigator {
    /// Whether the window shows a module.
    fileprivate func shows<M: Module>(_ module: M.Type) -> Bool { tree.scenes.contains { $0.type == module } }
}

extension Message {
    fileprivate var needed: (any NeedsAccount)? { payload as? any NeedsAccount }
    /// The notes that the message deletes.
    fileprivate var deletedNotes: [NoteID] {
        switch payload {
        case NoteList.Action.delete(let notes): notes
        case NoteEditor.Action.delete: state(of: NoteEditor.self).map { [$0.id] } ?? []
        default: []
        }
    }

    fileprivate var signInCancelled: Message? { needed.map { with(type(of: $0).signInCancelled) } }
}
