import Foundation
import MillraceDurable
import MillraceKit
import MillracePages
import MillraceWeb
import PageClients

/// The pages of letters without a server, for simulated browsers.
struct LetterPages {
    let pages: LivePages

    /// - Parameter storage: The storage of the pages; `nil` if they end with the process.
    init(_ storage: DurableStorage?) {
        var configuration = LivePages.Configuration()
        (configuration.limits.sessions, configuration.limits.connections) = (50_000, 100_000)
        configuration.limits.messagesPerSecond = 1_000_000
        configuration.limits.storedBytes = 1 << 40
        let sessions: WebSessions =
            if let storage {
                .perTab(durable: storage) { _, engine in
                    Navigator(root: Letter(), stacked: true, on: engine.engine)
                }
            } else {
                .perTab { _ in Navigator(root: Letter(), stacked: true, on: Engine()) }
            }
        pages = LivePages(configuration, sessions: sessions)
    }

    /// Opens a page, and connects a browser to it.
    func open(_ number: Int) async throws -> Browser {
        try await Browser(number, of: pages, path: "/", control: "aria-label=\"Text\"")
    }
}
