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
    private let id: String
    private let isShared: Bool
    private var page: Page?

    init(
        _ id: String, isShared: Bool, _ begin: @Sendable (isolated WebSession) async throws -> Navigator
    ) async throws {
        (self.id, self.isShared) = (id, isShared)
        page = Page(try await begin(self), id: id, isShared: isShared)
    }
}

extension WebSession: ServedPage {
    var hasEnded: Bool { page?.hasEnded ?? true }
    func open(_ address: String) -> PageContent { page?.open(address) ?? .none }
    func submit(_ fields: [(name: String, value: String)], number: Int) -> PageContent {
        page?.submit(fields, number: number) ?? .none
    }
    func connect(_ hello: Hello, isNew: Bool) -> Int { page?.connect(hello, isNew: isNew) ?? 0 }
    func receive(_ text: String, on connection: Int) -> String? { page?.receive(text, on: connection) }
    func next(on connection: Int) async -> String? { await page?.next(on: connection) }
    func disconnect(_ connection: Int) { page?.disconnect(connection) }
    func end() {
        page?.end()
        page = nil
    }
}

/// A session whose navigator lives on the main actor, with others on one engine, say.
@MainActor final class MainSession: ServedPage {
    private(set) var page: Page?

    init(_ id: String, isShared: Bool, _ begin: @MainActor @Sendable () async throws -> Navigator) async throws {
        page = Page(try await begin(), id: id, isShared: isShared)
    }

    var hasEnded: Bool { page?.hasEnded ?? true }
    func open(_ address: String) -> PageContent { page?.open(address) ?? .none }
    func submit(_ fields: [(name: String, value: String)], number: Int) -> PageContent {
        page?.submit(fields, number: number) ?? .none
    }
    func connect(_ hello: Hello, isNew: Bool) -> Int { page?.connect(hello, isNew: isNew) ?? 0 }
    func receive(_ text: String, on connection: Int) -> String? { page?.receive(text, on: connection) }
    @MainActor func next(on connection: Int) async -> String? {
        guard let page else { return nil }
        return await page.next(on: connection)
    }
    func disconnect(_ connection: Int) { page?.disconnect(connection) }
    func end() {
        page?.end()
        page = nil
    }
}

extension PageContent {
    /// Of a session that has ended.
    fileprivate static let none = PageContent(
        title: "", html: "", sequence: 0, nodes: 0, address: "/", isFound: false, message: nil)
}
