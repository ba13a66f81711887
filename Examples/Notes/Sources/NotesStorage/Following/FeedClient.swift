import Foundation
import NotesCore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Requests the published notes of other servers over HTTP.
///
/// It sends no cookies, follows no redirects, and stops at a time limit and at a length limit.
struct FeedClient: Sendable {
    /// The maximum length of a page, in bytes. Texts of ``Feed/longestTexts`` can be seven times as long in it.
    static let longestPage = 4_000_000
    /// The time limit of a request.
    static let timeout = Duration.seconds(10)

    /// Returns when the time of a request is over.
    private let wait: @Sendable () async -> Void

    /// Creates a client.
    ///
    /// - Parameter wait: Returns when the time of a request is over. Defaults to ``timeout`` after the call.
    init(wait: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: timeout) }) { self.wait = wait }

    /// Returns the notes at an address.
    ///
    /// - Throws: ``FeedFailure``, or a `CancellationError`.
    func feed(at address: FeedAddress) async throws -> Feed {
        guard let url = URL(string: address.text), url.host?.isEmpty == false else { throw FeedFailure.notAnAddress }
        return try FeedPage.feed(in: try await page(at: url))
    }

    /// Returns the page at a URL, or throws when the time is over.
    private func page(at url: URL) async throws -> Data {
        try await withThrowingTaskGroup(of: Data.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await PageDownload.page(at: url, limit: Self.longestPage) }
            group.addTask {
                await wait()
                throw FeedFailure.timedOut
            }
            guard let page = try await group.next() else { throw FeedFailure.unreachable }
            return page
        }
    }
}
