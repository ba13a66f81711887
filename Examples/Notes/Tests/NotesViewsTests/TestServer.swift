import Foundation
import MillraceHummingbird
import MillraceKit
import NotesCore
import NotesTestSupport
import NotesViews
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Serves a window to get its document.
@MainActor enum TestServer {
    /// Returns the status and the document that a browser gets at a path.
    ///
    /// - Parameter prepare: Runs in the window before the document is requested.
    static func document(
        _ path: String, of world: World, prepare: @escaping @MainActor @Sendable (Navigator) async -> Void = { _ in }
    ) async throws -> (status: Int, source: String) {
        let server = WebServer(
            port: 0, .notes(),
            sessions: .perTabOnMain { _ in
                let window = try await world.openWindow()
                await prepare(window)
                return window
            })
        let running = Task { try await server.run() }
        defer { running.cancel() }
        let port = try await server.port
        let url = try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
        // A busy machine must not fail a test. The session's timeout is 60 s, and applies to every request.
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 600
        let (data, response) = try await URLSession(configuration: configuration).data(from: url)
        let status = try #require(response as? HTTPURLResponse).statusCode
        return (status, String(decoding: data, as: UTF8.self))
    }
}
