import Foundation
import MillraceWeb
import NotesCore

/// Requests the published notes of other servers over HTTP.
///
/// It sends no cookies, follows no redirects, and stops at a time limit and at a length limit.
package struct FeedClient: Sendable {
    /// The maximum length of a page, in bytes. Texts of ``Feed/longestTexts`` can be seven times as long in it.
    static let longestPage = 4_000_000
    /// The time limit of a request.
    static let timeout = Duration.seconds(10)

    /// The requests of one network address that run at the same time: one for each address that can be followed.
    static let maxRequests = FeedAddress.maxCount

    /// The requests. Four times as many as those of a network address, so that servers that do not answer one client do not delay
    /// another.
    private let requests: FairQueue
    /// The downloads. One that was cancelled keeps its place until its thread has ended, because libcurl cannot end the lookup of a
    /// host name. So threads do not accumulate.
    private let downloads: FairQueue
    /// The pages for a network address are read one after another: a page of 4 MB can take long.
    private let reading = FairQueue(2)
    private let computations: FairQueue
    /// Returns when the time of a request is over.
    private let wait: @Sendable () async -> Void
    private let download: @Sendable (String) async throws -> Data
    private let read: @Sendable (Data) throws -> Feed

    /// Creates a client for the windows of a storage.
    package init(for storage: Storage) { self.init(storage.computations) }

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - computations: Runs the reading of pages in turn with other computations of the network address. Defaults to new ones.
    ///   - requests: The maximum number of requests of a network address that run at the same time. Further ones wait. Defaults to
    ///     ``maxRequests``.
    ///   - download: Returns the page at an address. It may end long after its task was cancelled. Defaults to a ``PageDownload``
    ///     of at most ``longestPage`` bytes.
    ///   - wait: Returns when the time of a request is over. It is called when the request starts. Defaults to ``timeout`` after
    ///     the call.
    ///   - read: Returns the notes in a page. It is called on a thread of its own.
    init(
        _ computations: FairQueue = FairQueue(ofAddress: 1), requests: Int = maxRequests,
        download: @escaping @Sendable (String) async throws -> Data = {
            try await PageDownload.page(at: $0, limit: longestPage)
        },
        wait: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: timeout) },
        read: @escaping @Sendable (Data) throws -> Feed = { try FeedPage.feed(in: $0) }
    ) {
        self.requests = FairQueue(requests * 4, ofAddress: requests, ofBrowser: requests)
        downloads = FairQueue(requests * 4, ofAddress: requests, ofBrowser: requests)
        (self.computations, self.wait, self.download, self.read) = (computations, wait, download, read)
    }

    /// Returns the notes at an address, for a window of a client.
    ///
    /// - Parameter receive: Receives the notes before the place of the request is free. So notes that wait to be stored do not
    ///   accumulate in memory. Does nothing by default.
    /// - Throws: ``FeedFailure``, a `CancellationError`, or what `receive` throws.
    @discardableResult
    func feed(
        at address: FeedAddress, for client: WebClient = .unknown,
        receive: @Sendable (Feed) async throws -> Void = { _ in }
    ) async throws -> Feed {
        // A page keeps its place until it was read. So only as many pages as there are places are in memory.
        try await requests.run(for: client) {
            let page = try await page(at: address.text, for: client)
            let feed = try await reading.run(for: client) {
                try await computations.runOnThread(for: client) { [read] in try read(page) }
            }
            try await receive(feed)
            return feed
        }
    }

    /// Returns the page at an address, or throws when the time is over. Does not wait for the end of a cancelled download.
    private func page(at address: String, for client: WebClient) async throws -> Data {
        let (pages, page) = AsyncThrowingStream<Data, any Error>.makeStream()
        let task = Task {
            do {
                page.yield(try await downloads.run(for: client) { try await download(address) })
                page.finish()
            } catch {
                page.finish(throwing: error)
            }
        }
        defer { task.cancel() }
        return try await withThrowingTaskGroup(of: Data.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                for try await page in pages { return page }
                throw CancellationError()
            }
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
