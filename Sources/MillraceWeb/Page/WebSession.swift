package import MillraceModules
import Millrace

/// A user's session: a navigator with its engine, drawn as a page, on its own actor.
///
/// ```swift
/// WebSessions.perTab { session in
///     let engine = Engine()                                  // isolated to the session's actor
///     return Navigator(root: Feed(), stacked: true, on: engine)
/// }
/// ```
/// The server creates the session, passes the browser's input to it, and ends it. The end removes the
/// scenes, also while a message waits for an answer of the user, and releases the navigator. It also releases the engine, unless
/// something else retains it.
public actor WebSession {
    /// The visitor for whom the session was created. That of a shared session has no request and no identity.
    public nonisolated let visitor: Visitor
    private var navigator: Navigator?
    private var page: Page?
    /// Whether the page is stored, also after the end of the session.
    private var isDurable = false

    init(
        _ id: String, _ visitor: Visitor, isShared: Bool,
        _ makeNavigator: @Sendable (isolated WebSession) async throws -> Navigator
    ) async throws {
        try await self.init(id, visitor, isShared: isShared, stored: { (try await makeNavigator($0), nil) })
    }

    /// Creates a session that may be stored.
    ///
    /// - Parameter make: Returns the navigator, and the storage of its page.
    package init(
        _ id: String, _ visitor: Visitor, isShared: Bool = false,
        stored make: @Sendable (isolated WebSession) async throws -> (Navigator, (any PageStorage)?)
    ) async throws {
        self.visitor = visitor
        let (navigator, storage) = try await make(self)
        (self.navigator, isDurable) = (navigator, storage != nil)
        let page = Page(navigator, id: id, isShared: isShared, storage: storage)
        self.page = page
        try await storage?.start(isolation: self) { [weak page] in page?.record.bytes ?? [] }
        page.uploads.request = { [weak self] file in Task { await self?.requestFile(file) } }
        visitor.onSignIn { [weak self] token in Task { await self?.offerSignIn(token) } }
    }

    private func requestFile(_ id: String) { page?.requestFile(id) }
    private func offerSignIn(_ token: String) { page?.offerSignIn(token) }
}

extension WebSession: ServedPage {
    var hasEnded: Bool { page?.hasEnded ?? true }
    var load: PageLoad { page?.load ?? PageLoad() }
    var styles: [String] { page?.styles ?? [] }
    func open(_ url: String, wait: PageWait) async -> PageContent {
        await page?.open(url, wait: wait) ?? .none
    }
    func submit(_ fields: [(name: String, value: String)], number: Int, wait: PageWait) async -> PageContent {
        await page?.submit(fields, number: number, wait: wait) ?? .none
    }
    func connect(_ hello: Hello, isNew: Bool) -> Int {
        defer { if let token = visitor.pendingToken { page?.offerSignIn(token) } }
        return page?.connect(hello, isNew: isNew) ?? 0
    }
    func receive(
        _ messages: [ClientMessage], on connectionID: Int, isRest: Bool, refusesNavigation: Bool
    ) -> InputResult {
        page?.receive(messages, on: connectionID, isRest: isRest, refusesNavigation: refusesNavigation) ?? .none
    }
    func nextFrame(on connectionID: Int, if mayStart: @Sendable () -> Bool) async -> NextFrame {
        await page?.nextFrame(on: connectionID, if: mayStart) ?? .ended
    }
    func stored(on connectionID: Int?) async -> Bool { await page?.stored(on: connectionID) ?? !isDurable }
    func frame(on connectionID: Int, isLarge: Bool) -> PageFrame? { page?.frame(on: connectionID, isLarge: isLarge) }
    func beginUpload(_ id: String, size: Int) -> UploadSource? { page?.uploads.begin(id, size: size) }
    func disconnect(_ connectionID: Int) { page?.disconnect(connectionID) }
    func discardTree() { page?.discardTree() }
    func rename(_ id: String) { page?.id = id }
    var content: PageContent { page?.content() ?? .none }
    func end() async {
        let (page, navigator) = (page, navigator)
        (self.page, self.navigator) = (nil, nil)
        page?.end()
        // The scenes stay in the storage.
        await page?.storage?.suspend(isolation: self)
        navigator?.end()
    }

    var storageState: PageStorageState? { page?.storage.map { PageStorageState($0) } }
    func store(_ session: SessionRecord) { page?.store(session) }
    func setNotice(_ key: PageTexts.Key) { page.map { $0.notice = $0.texts[key] } }
    func setStorageText(_ text: String) { page?.setStorageText(text) }
    func storageFrame(on connectionID: Int) -> String? { page?.storageFrame(on: connectionID) }
}

/// A session whose navigator belongs to the main actor, so that several sessions can share an engine.
@MainActor final class MainActorSession: ServedPage {
    private let visitor: Visitor
    private var navigator: Navigator?
    private(set) var page: Page?

    init(
        _ id: String, _ visitor: Visitor, isShared: Bool,
        _ makeNavigator: @MainActor @Sendable () async throws -> Navigator
    ) async throws {
        self.visitor = visitor
        let navigator = try await makeNavigator()
        self.navigator = navigator
        let page = Page(navigator, id: id, isShared: isShared)
        self.page = page
        page.uploads.request = { [weak self] file in Task { await self?.requestFile(file) } }
        visitor.onSignIn { [weak self] token in Task { await self?.offerSignIn(token) } }
    }

    private func requestFile(_ id: String) { page?.requestFile(id) }
    private func offerSignIn(_ token: String) { page?.offerSignIn(token) }

    /// Creates a session for an existing page. The caller must retain its navigator.
    init(_ page: Page) { (self.page, visitor) = (page, Visitor()) }

    var hasEnded: Bool { page?.hasEnded ?? true }
    var load: PageLoad { page?.load ?? PageLoad() }
    var styles: [String] { page?.styles ?? [] }
    @MainActor func open(_ url: String, wait: PageWait) async -> PageContent {
        await page?.open(url, wait: wait) ?? .none
    }
    @MainActor func submit(_ fields: [(name: String, value: String)], number: Int, wait: PageWait) async
        -> PageContent
    {
        await page?.submit(fields, number: number, wait: wait) ?? .none
    }
    func connect(_ hello: Hello, isNew: Bool) -> Int {
        defer { if let token = visitor.pendingToken { page?.offerSignIn(token) } }
        return page?.connect(hello, isNew: isNew) ?? 0
    }
    func receive(
        _ messages: [ClientMessage], on connectionID: Int, isRest: Bool, refusesNavigation: Bool
    ) -> InputResult {
        page?.receive(messages, on: connectionID, isRest: isRest, refusesNavigation: refusesNavigation) ?? .none
    }
    @MainActor func nextFrame(on connectionID: Int, if mayStart: @Sendable () -> Bool) async -> NextFrame {
        await page?.nextFrame(on: connectionID, if: mayStart) ?? .ended
    }
    @MainActor func stored(on connectionID: Int?) async -> Bool { await page?.stored(on: connectionID) ?? true }
    func frame(on connectionID: Int, isLarge: Bool) -> PageFrame? { page?.frame(on: connectionID, isLarge: isLarge) }
    func beginUpload(_ id: String, size: Int) -> UploadSource? { page?.uploads.begin(id, size: size) }
    func disconnect(_ connectionID: Int) { page?.disconnect(connectionID) }
    func discardTree() { page?.discardTree() }
    func rename(_ id: String) { page?.id = id }
    var content: PageContent { page?.content() ?? .none }
    func end() {
        page?.end()
        navigator?.end()
        (page, navigator) = (nil, nil)
    }
}

extension InputResult {
    /// The result of a session that has ended. No message needs to be passed again.
    fileprivate static let none = InputResult(count: .max, load: PageLoad())
}

extension PageContent {
    /// The content of a session that has ended.
    static let none = PageContent(
        title: "", html: "", sequence: 0, checksum: 0, url: "/", isFound: false, hasControls: false, message: nil)
}
