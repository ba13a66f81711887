import CCurl
import Foundation
import NotesCore
import Synchronization

/// Downloads a page with libcurl on a thread of its own, and stops as soon as the response cannot be one.
///
/// It holds at most the bytes of the limit and one buffer of 16 KB: libcurl reads no further until a ``PageResponse`` has
/// accepted what it has read. It asks for no compression and for HTTP/1.0, so the limit applies to what the server sends.
///
/// `URLSession` cannot guarantee this. On Linux, it reads ahead of its delegate and cancels late: an endless response sends
/// gigabytes. It is itself based on libcurl, so Notes requires no further library. (async-http-client would add NIO and
/// BoringSSL, which take minutes to build.)
final class PageDownload: Sendable {
    // Only `curl_multi_wakeup` is called on other threads. libcurl permits that.
    nonisolated(unsafe) private let transfers: UnsafeMutableRawPointer
    private let isCancelled = Atomic(false)

    /// The maximum time in milliseconds after which a transfer without network traffic checks its own timers.
    private static let pollTime: Int32 = 1_000
    /// The bytes that the system receives before they are read. Without a limit, Linux receives up to 32 MB ahead.
    private static let receiveBuffer = 262_144
    private static let isInitialized = curl_initialize() == CURLE_OK

    private init() throws(FeedFailure) {
        guard Self.isInitialized, let transfers = curl_multi_init() else { throw .unreachable }
        self.transfers = transfers
    }

    deinit { curl_multi_cleanup(transfers) }

    /// Returns the page at an address. Closes the connection at once when the task is cancelled. During the lookup of the host name,
    /// however, it first waits for the end of the lookup, which can take a minute.
    ///
    /// - Throws: ``FeedFailure``, or a `CancellationError`.
    static func page(at address: String, limit: Int) async throws -> Data {
        let download = try PageDownload()
        return try await withTaskCancellationHandler {
            // The server determines how much its handshake computes.
            try await Thread.run(priority: .lowest) { try download.run(address, limit) }
        } onCancel: {
            download.isCancelled.store(true, ordering: .sequentiallyConsistent)
            curl_multi_wakeup(download.transfers)
        }
    }

    /// Downloads the page. Blocks the thread meanwhile.
    private func run(_ address: String, _ limit: Int) throws -> Data {
        guard let transfer = curl_easy_init() else { throw FeedFailure.unreachable }
        let accept = curl_slist_append(nil, "Accept: text/html")
        let response = PageResponse(of: transfer, limit: limit)
        defer {
            // This also closes the connection.
            curl_multi_remove_handle(transfers, transfer)
            curl_easy_cleanup(transfer)
            curl_slist_free_all(accept)
        }
        curl_easy_set_list(transfer, CURLOPT_HTTPHEADER, accept)
        guard Self.configure(transfer, address, limit), Self.connect(transfer, to: response),
            curl_multi_add_handle(transfers, transfer) == CURLM_OK
        else { throw FeedFailure.unreachable }
        let result = try withExtendedLifetime(response) { try waitForEnd() }
        if let failure = response.failure ?? Self.failure(of: result) { throw failure }
        return response.page
    }

    /// Sets the options that limit a request. Returns `false` if libcurl does not support one.
    ///
    /// By default, libcurl follows no redirect and sends no cookies.
    private static func configure(_ transfer: UnsafeMutableRawPointer, _ address: String, _ limit: Int) -> Bool {
        [
            curl_easy_permit_web_only(transfer),
            curl_easy_set_string(transfer, CURLOPT_URL, address),
            // Rejects a response with a longer `Content-Length`.
            curl_easy_set_size(transfer, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(limit)),
            curl_easy_set_receive_buffer(transfer, receiveBuffer),
            // With this version, a response is a head and content, and ends with the connection.
            curl_easy_set_long(transfer, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_0),
            curl_easy_set_long(transfer, CURLOPT_FORBID_REUSE, 1),
            // The head of a proxy's response is not that of the page.
            curl_easy_set_long(transfer, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
            // Signals are not possible in a program with several threads.
            curl_easy_set_long(transfer, CURLOPT_NOSIGNAL, 1),
        ].allSatisfy { $0 == CURLE_OK }
    }

    /// Passes what the transfer receives to a response.
    private static func connect(_ transfer: UnsafeMutableRawPointer, to response: PageResponse) -> Bool {
        let pointer = Unmanaged.passUnretained(response).toOpaque()
        let line: curl_write_callback = { bytes, size, count, response in
            PageDownload.pass(bytes, size * count, to: response) { $0.receive(line: $1) }
        }
        let content: curl_write_callback = { bytes, size, count, response in
            PageDownload.pass(bytes, size * count, to: response) { $0.receive(content: $1) }
        }
        return curl_easy_set_receiver(transfer, CURLOPT_HEADERFUNCTION, line, CURLOPT_HEADERDATA, pointer) == CURLE_OK
            && curl_easy_set_receiver(transfer, CURLOPT_WRITEFUNCTION, content, CURLOPT_WRITEDATA, pointer) == CURLE_OK
    }

    /// Returns the number of accepted bytes. libcurl closes the connection if these are not all.
    private static func pass(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, to response: UnsafeMutableRawPointer?,
        _ receive: (PageResponse, UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Int {
        guard let response, let bytes else { return 0 }
        let isAccepted = UnsafeRawPointer(bytes).withMemoryRebound(to: UInt8.self, capacity: count) {
            receive(
                Unmanaged<PageResponse>.fromOpaque(response).takeUnretainedValue(),
                UnsafeBufferPointer(start: $0, count: count))
        }
        return isAccepted ? count : 0
    }

    /// Returns the result of the transfer when it has ended.
    private func waitForEnd() throws -> CURLcode {
        var running: Int32 = 1
        while true {
            if isCancelled.load(ordering: .sequentiallyConsistent) { throw CancellationError() }
            guard curl_multi_perform(transfers, &running) == CURLM_OK else { throw FeedFailure.unreachable }
            if running == 0 { break }
            // Also returns after a wakeup that came before the call.
            curl_multi_poll(transfers, nil, 0, Self.pollTime, nil)
        }
        var remaining: Int32 = 0
        guard let message = curl_multi_info_read(transfers, &remaining) else { throw FeedFailure.unreachable }
        return message.pointee.data.result
    }

    private static func failure(of result: CURLcode) -> FeedFailure? {
        switch result {
        case CURLE_OK: nil
        case CURLE_FILESIZE_EXCEEDED: .tooLong
        case CURLE_URL_MALFORMAT: .notAnAddress
        default: .unreachable
        }
    }
}
