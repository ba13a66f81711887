package import MillraceKit

/// Something that nobody does without an account; ``NotesMiddleware/signingIn(_:)`` sees to it.
package protocol NeedsAccount {
    /// Why somebody has to sign in, as a sentence; `nil` where nobody has to, or it is said who does it.
    var reason: String? { get }
    /// The same, done by an account.
    func signed(by account: Account) -> Self
    /// What happens instead where nobody signs in.
    static var unsigned: Self { get }
}

/// What stands between what a person asks for and what is done.
package enum NotesMiddleware {
    /// All of it, in order.
    static func all(_ notebook: Notebook) -> [any Middleware] { signingIn(notebook) + [confirming] }

    /// Holds what is ``Confirmable`` until the person has confirmed it; else it is dropped.
    package static var confirming: Interceptor {
        .async(where: { ($0.payload as? any Confirmable)?.question != nil }) { message in
            guard let question = (message.payload as? any Confirmable)?.question, let window = message.navigator
            else { return message }
            return await window.ask(Confirm(), with: question) == .confirmed ? message : nil
        }
    }

    /// Holds what ``NeedsAccount`` until somebody has signed in in its window, and then says who does it. Where nobody
    /// signs in, that is done which the message says of it.
    static func signingIn(_ notebook: Notebook) -> [any Middleware] {
        let windows = Windows(notebook: notebook)
        return [
            .async(where: { $0.reason != nil && windows.account(of: $0) == nil }) { message in
                guard let reason = message.reason, let window = windows.window(of: message),
                    let navigator = message.navigator
                else { return message }
                let answer = await navigator.ask(SignIn(in: window), with: reason)
                if case .signedIn = answer { return message }
                return message.unsigned
            },
            .intercept { message in
                guard let needed = message.needed, needed.reason != nil, let account = windows.account(of: message)
                else { return .pass }
                return .change(to: needed.signed(by: account))
            },
        ]
    }

    /// The windows of a notebook, which the engine, that holds the middleware, does not keep.
    private struct Windows {
        weak var notebook: Notebook?

        func window(of message: Message) -> WindowID? { message.navigator.flatMap { notebook?.window(of: $0) } }

        func account(of message: Message) -> Account? {
            window(of: message).flatMap { notebook?.sessions.state[window: $0] }
        }
    }
}

extension Message {
    fileprivate var needed: (any NeedsAccount)? { payload as? any NeedsAccount }
    /// Why somebody has to sign in before it.
    fileprivate var reason: String? { needed?.reason }
    fileprivate var unsigned: Message { needed.map { with(type(of: $0).unsigned) } ?? self }
}
