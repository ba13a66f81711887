import Foundation
import NotesCore
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Downloads a page, and stops as soon as the response cannot be one.
///
/// It keeps at most the bytes of the limit. On Linux, `URLSession` reads ahead of its delegate until the task is cancelled, so a
/// server on a very fast network can make it hold more for a moment.
final class PageDownload: NSObject, URLSessionDataDelegate {
    private let limit: Int
    private let chunks: AsyncThrowingStream<Data, any Error>.Continuation
    /// The number of bytes received.
    private let received = Mutex(0)

    private init(limit: Int, _ chunks: AsyncThrowingStream<Data, any Error>.Continuation) {
        (self.limit, self.chunks) = (limit, chunks)
    }

    /// Returns the page at a URL. Stops when the task is cancelled.
    ///
    /// - Throws: ``FeedFailure``, or a `CancellationError`.
    static func page(at url: URL, limit: Int) async throws -> Data {
        let (stream, chunks) = AsyncThrowingStream.makeStream(of: Data.self)
        let session = URLSession(
            configuration: configuration, delegate: PageDownload(limit: limit, chunks), delegateQueue: nil)
        // This ends the connection, also when the task is cancelled.
        defer { session.invalidateAndCancel() }
        session.dataTask(with: url).resume()
        var page = Data()
        for try await chunk in stream { page += chunk }
        try Task.checkCancellation()
        return page
    }

    private static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.urlCache = nil
        configuration.httpAdditionalHeaders = ["Accept": "text/html"]
        return configuration
    }

    private func fail(_ failure: FeedFailure, _ task: URLSessionTask) {
        chunks.finish(throwing: failure)
        task.cancel()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
        fail(.redirected, task)
    }

    func urlSession(
        _ session: URLSession, dataTask task: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let failure = failure(of: response) else { return completionHandler(.allow) }
        completionHandler(.cancel)
        // On Linux, the disposition is ignored.
        fail(failure, task)
    }

    private func failure(of response: URLResponse) -> FeedFailure? {
        guard let response = response as? HTTPURLResponse else { return .wrongType }
        if (300..<400).contains(response.statusCode) { return .redirected }
        if response.statusCode != 200 { return .status(response.statusCode) }
        if response.mimeType?.lowercased() != "text/html" { return .wrongType }
        return response.expectedContentLength > Int64(limit) ? .tooLong : nil
    }

    func urlSession(_ session: URLSession, dataTask task: URLSessionDataTask, didReceive data: Data) {
        let count = received.withLock {
            $0 += data.count
            return $0
        }
        if count > limit { fail(.tooLong, task) } else { chunks.yield(data) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        chunks.finish(throwing: error.map { _ in FeedFailure.unreachable })
    }
}
