import Foundation
import LunchCore
import LunchViews
import MillraceAccounts
import MillraceKit
import MillraceWeb

/// The pages of Lunch without a server, for simulated browsers.
@MainActor final class LunchPages {
    /// Where the pages live.
    enum Place: String, CaseIterable { case ownActors, mainActor }

    let pages: LivePages
    private let lunch: Store<Lunch>

    /// Creates the pages, with an empty list. The store of the list lives on the main actor.
    init(on place: Place) {
        let engine = Engine()
        lunch = Store(Lunch.State(), Lunch(admins: []), on: engine)
        var configuration = LivePages.Configuration()
        // The browsers send faster than people do.
        (configuration.limits.sessions, configuration.limits.connections) = (2_000, 4_000)
        configuration.limits.messagesPerSecond = 1_000_000
        pages = LivePages(configuration, sessions: Self.sessions(of: lunch, on: place))
    }

    private static func sessions(of lunch: Store<Lunch>, on place: Place) -> WebSessions {
        let handle = lunch.remote
        switch place {
        case .ownActors:
            return .perTab { session in
                let engine = Engine()
                if session.visitor.request?.target == Computing.path {
                    return Navigator(root: Computing(), stacked: true, on: engine)
                }
                return .pages(of: handle, visitor: session.visitor, admins: [], on: engine)
            }
        case .mainActor:
            let engine = lunch.engine
            lunch.serveDirectly()
            return .perTabOnMain { visitor in
                Navigator(root: Today(lunch: handle, visitor: visitor, admins: []), stacked: true, on: engine)
            }
        }
    }
}

extension Store where R == Lunch {
    /// Serves pages that use the engine of the list: without messages between engines, as a program on one actor would.
    fileprivate func serveDirectly() {
        engine.handle(RemoteSend<Lunch>.self) { [weak self] (command, reply: Reply<RemoteSend<Lunch>>) in
            self?.send(command.action)
            reply.finish()
        }
        engine.handle(RemoteObservation<Lunch, Board>.self) { [weak self] (_, reply: Reply<_>) in
            // The subscription ends with its owner, which the reply releases when the page is closed.
            let owner = Owner()
            self?.subscribe(to: \.board, owner: owner) { reply.data($0) }
            reply.onCancel { withExtendedLifetime(owner) {} }
        }
    }
}

private final class Owner: Sendable {}
