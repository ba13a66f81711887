package import Foundation
package import Millrace
package import NotesCore

/// One open tab: what it asks goes to the stores, and what they hold comes back as patches of its page.
///
/// A patch is made when the tab can take it, of the state at that time; a slow tab gets fewer of them, not older ones.
@MainActor package final class Session {
    private let library: Store<Library>
    private let tab: Store<Tab>
    private let epoch: String
    private let now: () -> Date
    private var rendering = Rendering()
    private var hasArrived = false
    private var refusal: String?
    private var answers = 0
    private var hasNews = false
    private var isNudged = false
    private var waiter: CheckedContinuation<Void, Never>?
    private var isClosed = false

    /// A tab that has just connected. `epoch` names this run of the server.
    package init(library: Store<Library>, epoch: String, now: @escaping () -> Date = Date.init) {
        (self.library, self.epoch, self.now) = (library, epoch, now)
        tab = .tab(on: library.engine)
        library.subscribe(owner: self) { [weak self] _ in self?.wake() }
        tab.subscribe(owner: self) { [weak self] _ in self?.wake() }
    }

    /// Takes in a message of the tab.
    package func receive(_ message: String) {
        guard !isClosed else { return }
        do throws(Request.Malformed) {
            perform(try Request(message))
        } catch {
            refusal = error.sentence
            wake()
        }
    }

    private func perform(_ request: Request) {
        switch request {
        case .hello(let query, let note):
            hasArrived = true
            rendering.query = query
            tab.send(.arrived(query: query, selected: note))
        case .search(let query):
            rendering.query = query
            tab.send(.search(query))
        case .open(let id): tab.send(.open(id))
        case .leave: tab.send(.leave)
        case .create: create()
        case .more: tab.send(.showMore)
        case .type(let id, let text, let base): type(text, into: id, over: base)
        case .pin(let id, let isPinned): library.send(.pin(id, isPinned))
        case .delete(let id): delete(id)
        case .undo(let id): library.send(.undo(id))
        case .dismiss(0): tab.send(.dismissProblem)
        case .dismiss(let id): library.send(.dismissProblem(id))
        case .dismissImport: library.send(.dismissImport)
        case .ping: answers += 1
        }
        wake()
    }

    /// Keeps the tab's store until the note is made, even if the tab is closed before: the library hears of it.
    private func create() {
        let making = tab.send(.create)
        Task { [tab] in
            try? await making.finished()
            withExtendedLifetime(tab) {}
        }
    }

    private func delete(_ id: NoteID) {
        if tab.state.selected == id { tab.send(.leave) }
        library.send(.delete(id))
    }

    private func type(_ text: String, into id: NoteID, over base: Int) {
        guard let before = library.state.editors[id] else {
            refusal = "The text was not taken, because the note is not open."
            return
        }
        library.send(.editor(id, .typed(text, base: base)))
        if let after = library.state.editors[id] {
            rendering.typing.typed(text, base: base, before: before, after: after)
        }
    }

    /// The next message for the tab, when there is one; empty after ``nudge()``, `nil` when the session has ended.
    package func next() async -> String? {
        while !isClosed {
            if let message = takeMessage() { return message }
            if isNudged {
                isNudged = false
                return ""
            }
            await withCheckedContinuation { waiter = $0 }
        }
        return nil
    }

    /// What has changed for the tab since the last message, if anything has.
    func takeMessage() -> String? {
        guard hasNews, hasArrived || refusal != nil else { return nil }
        hasNews = false
        var patch = hasArrived ? rendering.patch(library.state, tab.state, now: now(), epoch: epoch) : Patch()
        (patch.refusal, refusal) = (refusal, nil)
        let isAsked = answers > 0
        answers = 0
        guard !patch.isEmpty || isAsked, let data = try? JSONEncoder().encode(patch) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    /// Has whoever waits for the next message look up, because the connection has something of its own to send.
    func nudge() {
        isNudged = true
        wake()
    }

    /// Ends the session; what its tab had open is let go.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        tab.send(.closed)
        wake()
    }

    private func wake() {
        hasNews = true
        waiter.take()?.resume()
    }
}
