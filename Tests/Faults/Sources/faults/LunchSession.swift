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
        lunch.admitVisitors(Passwords(cost: .test))
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

    /// Opens the window of a person; `nil` for a person who has not signed in. The recording contains one engine, so the windows use that
    /// of the list.
    func window(_ name: String?) async -> Store<Today> {
        let visitor = name.map { Visitor(identity: Identity($0)) } ?? Visitor()
        let page = Today(lunch: lunch.remote, visitor: visitor, admins: ["ada"])
        let navigator = Navigator(root: page, stacked: true, on: engine)
        windows.append(navigator)
        let today = navigator.store(of: Today.self)!
        for await shown in today.values(of: \.shown) where shown.isLoaded { break }
        return today
    }

    /// Opens the page of the admin.
    func admin() async -> Store<Admin> {
        await window("ada").send(.admin)
        return windows.last!.store(of: Admin.self)!
    }

    /// What people do, for each fault.
    static let all: [Int: @MainActor (LunchSession) async throws -> Void] = [
        1: { session in
            let bob = await session.window("bob")
            bob.press(.order("Soup"))
            bob.press(.order("Pizza"))
            await session.saves.finish(0, with: ())
        },
        2: { session in
            let bob = await session.window("bob")
            bob.press(.order("Soup"))
            await session.saves.finishLast()
            session.clock.advance(by: .seconds(20))
            bob.press(.order("Pizza"))
        },
        3: { session in
            let bob = await session.window("bob")
            bob.press(.order("Soup"))
            await session.saves.fail(with: FileFailure("The disk is full."))
            session.clock.advance(by: .seconds(30))
            bob.press(.retry)
            await session.saves.finishLast()
        },
        4: { session in
            let (bob, ada) = (await session.window("bob"), await session.admin())
            bob.press(.order("Soup"))
            await session.saves.finishLast()
            ada.press(.close(inMinutes: 0))
            await session.saves.finishLast()
            session.clock.advance(by: .seconds(5))
            bob.press(.withdraw)
            await session.saves.finishLast()
        },
        5: { session in
            let ada = await session.admin()
            ada.press(.close(inMinutes: 1))
            await session.saves.finishLast()
            session.clock.advance(by: .seconds(60))
        },
        6: { session in
            await session.admin().press(.close(inMinutes: 5))
            await session.saves.finishLast()
        },
        7: { session in
            let (ada, bob) = (await session.window("ada"), await session.window("bob"))
            ada.press(.order("Soup"))
            await session.saves.finishLast()
            bob.press(.order("Pizza"))
            await session.saves.finishLast()
            session.clock.advance(by: .seconds(8))
            bob.press(.withdraw)
            await session.saves.finishLast()
        },
        8: { session in
            let visitor = await session.window(nil)
            // It fails.
            try? await visitor.send(.enter(name: "eve", password: Password("a wrong one"), isNew: false)).finished()
        },
        9: { session in
            await session.admin().press(.close(inMinutes: 5))
            await session.saves.finishLast()
            session.clock.advance(by: .seconds(1))
        },
        10: { session in
            let (bob, ada) = (await session.window("bob"), await session.admin())
            ada.press(.close(inMinutes: 2))
            await session.saves.finishLast()
            bob.press(.order("Soup"))
            await session.saves.finishLast()
            ada.press(.clear)
            await session.saves.finishLast()
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
