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

    /// The requests of one client that run at the same time: one for each address that can be followed.
    static let maxRequests = FeedAddress.maxCount

    /// The requests. Twice as many as those of a client, so that servers that do not answer one client do not delay another.
    private let downloads: ClientQueue
    /// The pages for a network address are read one after another: a page of 4 MB can take long.
    private let reading = ClientQueue(slots: 2, slotsOfAddress: 1, isCancellable: true)
    private let computations: Computations
    /// Returns when the time of a request is over.
    private let wait: @Sendable () async -> Void
    private let read: @Sendable (Data) throws -> Feed

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - computations: Runs the reading of pages in turn with other computations of the network address. Defaults to new ones.
    ///   - requests: The maximum number of requests of a client that run at the same time. Further ones wait. Defaults to
    ///     ``maxRequests``.
    ///   - wait: Returns when the time of a request is over. It is called when the request starts. Defaults to ``timeout`` after
    ///     the call.
    ///   - read: Returns the notes in a page. It is called on a thread of its own.
    init(
        _ computations: Computations = Computations(), requests: Int = maxRequests,
        wait: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: timeout) },
        read: @escaping @Sendable (Data) throws -> Feed = { try FeedPage.feed(in: $0) }
    ) {
        downloads = ClientQueue(slots: requests * 2, slotsOfAddress: requests, isCancellable: true)
        (self.computations, self.wait, self.read) = (computations, wait, read)
    }

    /// Returns the notes at an address, for a window of a client.
    ///
    /// - Parameter receive: Receives the notes before the place of the download is free. So notes that wait to be stored do not
    ///   collect in memory. Does nothing by default.
    /// - Throws: ``FeedFailure``, a `CancellationError`, or what `receive` throws.
    @discardableResult
    func feed(
        at address: FeedAddress, for client: WindowClient = .unknown,
        receive: @Sendable (Feed) async throws -> Void = { _ in }
    ) async throws -> Feed {
        // A page keeps its slot until it was read. So only as many pages as there are slots are in memory.
        try await downloads.run(for: client) {
            let page = try await page(at: address.text)
            let feed = try await reading.run(for: client) {
                try await computations.runOnThread(for: client) { [read] in try read(page) }
            }
            try await receive(feed)
            return feed
        }
    }

    /// Returns the page at an address, or throws when the time is over.
    private func page(at address: String) async throws -> Data {
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
