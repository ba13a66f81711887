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
    let saves: Replies<SaveFile>
    private let loads: Replies<LoadFile>
    private let lunch: Store<Lunch>
    /// The windows, which are open until the end.
    private var windows: [Navigator] = []

    private init() {
        engine = Engine(scheduler: clock)
        (loads, saves) = (Replies(LoadFile.self, on: engine), Replies(SaveFile.self, on: engine))
        lunch = Store(Lunch.State(), Lunch(admins: ["ada"]), on: engine)
        lunch.serveWindows(Passwords(cost: .test))
    }

    /// Records a session.
    static func run(_ folder: URL, _ body: (LunchSession) async throws -> Void) async throws {
        let session = LunchSession()
        let recorder = try Recorder(session.engine, folder: folder)
        session.lunch.send(.load)
        await session.loads.finish(with: LunchFile())
        try await body(session)
        await recorder.end()
    }

    /// Opens the window of a person; `nil` for a person who has not signed in.
    func window(_ name: String?) -> Store<Today> {
        let visitor = name.map { Visitor(identity: Identity($0)) } ?? Visitor()
        let navigator = Navigator(root: Today(visitor: visitor, admins: ["ada"]), stacked: true, on: engine)
        windows.append(navigator)
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
            let bob = session.window("bob")
            bob.send(.order("Soup"))
            bob.send(.order("Pizza"))
            await session.saves.finish(0, with: ())
        },
        2: { session in
            let bob = session.window("bob")
            bob.send(.order("Soup"))
            await session.saves.finishLast()
            session.clock.advance(by: .seconds(20))
            bob.send(.order("Pizza"))
        },
        3: { session in
            let bob = session.window("bob")
            bob.send(.order("Soup"))
            await session.saves.fail(with: FileFailure("The disk is full."))
            session.clock.advance(by: .seconds(30))
            bob.send(.retry)
            await session.saves.finishLast()
        },
        4: { session in
            let (bob, ada) = (session.window("bob"), session.admin())
            bob.send(.order("Soup"))
            await session.saves.finishLast()
            ada.send(.close(inMinutes: 0))
            await session.saves.finishLast()
            session.clock.advance(by: .seconds(5))
            bob.send(.withdraw)
            await session.saves.finishLast()
        },
        5: { session in
            let ada = session.admin()
            ada.send(.close(inMinutes: 1))
            await session.saves.finishLast()
            session.clock.advance(by: .seconds(60))
        },
        6: { session in
            session.admin().send(.close(inMinutes: 5))
            await session.saves.finishLast()
        },
        7: { session in
            let (ada, bob) = (session.window("ada"), session.window("bob"))
            ada.send(.order("Soup"))
            await session.saves.finishLast()
            bob.send(.order("Pizza"))
            await session.saves.finishLast()
            session.clock.advance(by: .seconds(8))
            bob.send(.withdraw)
            await session.saves.finishLast()
        },
        8: { session in
            let visitor = session.window(nil)
            // It fails.
            try? await visitor.send(.enter(name: "eve", password: Password("a wrong one"), isNew: false)).finished()
        },
        9: { session in
            session.admin().send(.close(inMinutes: 5))
            await session.saves.finishLast()
            session.clock.advance(by: .seconds(1))
        },
        10: { session in
            let (bob, ada) = (session.window("bob"), session.admin())
            ada.send(.close(inMinutes: 2))
            await session.saves.finishLast()
            bob.send(.order("Soup"))
            await session.saves.finishLast()
            ada.send(.clear)
            await session.saves.finishLast()
        },
    ]
}
