import FaultyLunch
import Foundation
import MillraceAccounts
import MillraceJournal
import MillraceKit
import MillraceTesting
import MillraceWeb

/// The Lunch example without its pages, used by people and recorded.
@MainActor final class LunchSession {
    let clock = TestClock()
    let engine: Engine
    private let lunch: Store<Lunch>
    /// The windows, which are open until the end.
    private var windows: [Navigator] = []

    private init() {
        engine = Engine(scheduler: clock)
        lunch = Store(Lunch.State(), Lunch(admins: ["ada"]), on: engine)
        lunch.admitVisitors(Passwords(cost: .test))
    }

    /// Records a session.
    static func run(_ folder: URL, _ body: (LunchSession) async throws -> Void) async throws {
        let session = LunchSession()
        let recorder = try Recorder(session.engine, folder: folder)
        try await body(session)
        await recorder.end()
    }

    /// Opens the window of a person; `nil` for a person who has not signed in. The recording contains one engine, so the windows use that
    /// of the list.
    func window(_ name: String?) -> Store<Today> {
        let visitor = name.map { Visitor(identity: Identity($0)) } ?? Visitor()
        let page = Today(lunch: lunch.remote, visitor: visitor, admins: ["ada"])
        let navigator = Navigator(root: page, stacked: true, on: engine)
        windows.append(navigator)
        // The page shows the list.
        engine.processPending()
        return navigator.store(of: Today.self)!
    }

    /// Opens the page of the admin.
    func admin() -> Store<Admin> {
        window("ada").send(.admin)
        return windows.last!.store(of: Admin.self)!
    }

    /// What people do, for each fault.
    static let all: [Int: @MainActor (LunchSession) async throws -> Void] = [
        1: { session in
            let (ada, bob) = (session.window("ada"), session.window("bob"))
            bob.press(.order("Soup"))
            session.clock.advance(by: .seconds(20))
            ada.press(.order("Pizza"))
        },
        2: { session in
            let bob = session.window("bob")
            bob.press(.order("Soup"))
            session.clock.advance(by: .seconds(20))
            bob.press(.order("Pizza"))
        },
        3: { session in
            let (bob, ada) = (session.window("bob"), session.admin())
            ada.press(.close(inMinutes: 0))
            session.clock.advance(by: .seconds(30))
            bob.press(.order("Soup"))
        },
        4: { session in
            let (bob, ada) = (session.window("bob"), session.admin())
            bob.press(.order("Soup"))
            ada.press(.close(inMinutes: 0))
            session.clock.advance(by: .seconds(5))
            bob.press(.withdraw)
        },
        5: { session in
            let ada = session.admin()
            ada.press(.close(inMinutes: 1))
            session.clock.advance(by: .seconds(60))
        },
        6: { session in
            session.admin().press(.close(inMinutes: 5))
        },
        7: { session in
            let (ada, bob) = (session.window("ada"), session.window("bob"))
            ada.press(.order("Soup"))
            bob.press(.order("Pizza"))
            session.clock.advance(by: .seconds(8))
            bob.press(.withdraw)
        },
        8: { session in
            let visitor = session.window(nil)
            // It fails.
            try? await visitor.send(.enter(name: "eve", password: Password("a wrong one"), isNew: false)).finished()
        },
        9: { session in
            let ada = session.admin()
            ada.press(.close(inMinutes: 5))
            session.clock.advance(by: .seconds(30))
            ada.press(.open)
        },
        10: { session in
            let (bob, ada) = (session.window("bob"), session.admin())
            ada.press(.close(inMinutes: 2))
            bob.press(.order("Soup"))
            ada.press(.clear)
        },
    ]
}

extension Store {
    /// Sends an action, and processes what it sends to the list.
    fileprivate func press(_ action: R.Action) {
        send(action)
        engine.processPending()
    }
}
