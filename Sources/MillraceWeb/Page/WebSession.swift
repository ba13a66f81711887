import MillraceModules
import Millrace

/// What one person has open: a navigator with its engine, drawn as a page, on an actor of its own.
///
/// ```swift
/// WebSessions.perTab { session in
///     let engine = Engine()                                  // lives on the session's actor
///     return Navigator(root: Feed(), stacked: true, on: engine)
/// }
/// ```
/// The server makes it, gives it what a browser sends, and ends it: with it go the navigator, and the engine unless something
/// else holds it.
public actor WebSession {
    private var navigator: Navigator?
    private var page: Page?

    init(
        _ id: String, isShared: Bool, _ makeNavigator: @Sendable (isolated WebSession) async throws -> Navigator
    ) async throws {
        let navigator = try await makeNavigator(self)
        self.navigator = navigator
        page = Page(navigator, id: id, isShared: isShared)
    }
}

extension WebSession: ServedPage {
    var hasEnded: Bool { page?.hasEnded ?? true }
    func open(_ url: String, sleep: Sleep) async -> PageContent {
        await page?.open(url, sleep: sleep) ?? .none
    }
    func submit(_ fields: [(name: String, value: String)], number: Int, sleep: Sleep) async -> PageContent {
        await page?.submit(fields, number: number, sleep: sleep) ?? .none
    }
    func connect(_ hello: Hello, isNew: Bool) -> Int { page?.connect(hello, isNew: isNew) ?? 0 }
    func receive(_ text: String, on connectionID: Int) -> String? { page?.receive(text, on: connectionID) }
    func nextFrame(on connectionID: Int) async -> String? { await page?.nextFrame(on: connectionID) }
    func disconnect(_ connectionID: Int) { page?.disconnect(connectionID) }
    func end() {
        page?.end()
        (page, navigator) = (nil, nil)
    }
}

/// A session whose navigator lives on the main actor, with others on one engine, say.
@MainActor final class MainActorSession: ServedPage {
    private var navigator: Navigator?
    private(set) var page: Page?

    init(_ id: String, isShared: Bool, _ makeNavigator: @MainActor @Sendable () async throws -> Navigator) async throws
    {
        let navigator = try await makeNavigator()
        self.navigator = navigator
        page = Page(navigator, id: id, isShared: isShared)
    }

    /// A session that keeps no navigator.
    init(_ page: Page) { self.page = page }

    var hasEnded: Bool { page?.hasEnded ?? true }
    @MainActor func open(_ url: String, sleep: Sleep) async -> PageContent {
        await page?.open(url, sleep: sleep) ?? .none
    }
    @MainActor func submit(_ fields: [(name: String, value: String)], number: Int, sleep: Sleep) async -> PageContent {
        await page?.submit(fields, number: number, sleep: sleep) ?? .none
    }
    func connect(_ hello: Hello, isNew: Bool) -> Int { page?.connect(hello, isNew: isNew) ?? 0 }
    func receive(_ text: String, on connectionID: Int) -> String? { page?.receive(text, on: connectionID) }
    @MainActor func nextFrame(on connectionID: Int) async -> String? {
        guard let page else { return nil }
        return await page.nextFrame(on: connectionID)
    }
    func disconnect(_ connectionID: Int) { page?.disconnect(connectionID) }
    func end() {
        page?.end()
        (page, navigator) = (nil, nil)
    }
}

extension PageContent {
    /// Of a session that has ended.
    fileprivate static let none = PageContent(
        title: "", html: "", sequence: 0, nodes: 0, url: "/", isFound: false, message: nil)
}
