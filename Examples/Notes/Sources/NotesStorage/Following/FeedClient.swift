import Foundation
import NotesCore

/// Requests the published notes of other servers over HTTP.
///
/// It sends no cookies, follows no redirects, and stops at a time limit and at a length limit.
struct FeedClient: Sendable {
    /// The maximum length of a page, in bytes. Texts of ``Feed/longestTexts`` can be seven times as long in it.
    static let longestPage = 4_000_000
    /// The time limit of a request.
    static let timeout = Duration.seconds(10)

    /// The requests that run at the same time: one for each address that can be followed.
    static let maxRequests = FeedAddress.maxCount

    private let slots: DownloadSlots
    private let reader = FeedReader()
    /// Returns when the time of a request is over.
    private let wait: @Sendable () async -> Void

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - requests: The maximum number of requests that run at the same time. Further ones wait. Defaults to ``maxRequests``.
    ///   - wait: Returns when the time of a request is over. It is called when the request starts. Defaults to ``timeout`` after
    ///     the call.
    init(
        requests: Int = maxRequests,
        wait: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: timeout) }
    ) {
        (slots, self.wait) = (DownloadSlots(requests), wait)
    }

    /// Returns the notes at an address, for a window of a client.
    ///
    /// - Throws: ``FeedFailure``, or a `CancellationError`.
    func feed(at address: FeedAddress, for client: WindowClient = .unknown) async throws -> Feed {
        try await reader.feed(in: try await page(at: address.text, for: client))
    }

    /// Returns the page at an address, or throws when the time is over.
    private func page(at address: String, for client: WindowClient) async throws -> Data {
        try await slots.run(for: client) {
            try await withThrowingTaskGroup(of: Data.self) { group in
                defer { group.cancelAll() }
                group.addTask { try await PageDownload.page(at: address, limit: Self.longestPage) }
                group.addTask {
                    await wait()
                    try Task.checkCancellation()
                    throw FeedFailure.timedOut
                }
                guard let page = try await group.next() else { throw FeedFailure.unreachable }
                return page
            }
        }
    }
}

/// Reads received pages one after another. A page of 4 MB can take seconds, and must neither delay the main actor nor keep all cores
/// busy.
private actor FeedReader {
    func feed(in page: Data) throws(FeedFailure) -> Feed { try FeedPage.feed(in: page) }
}
