import CCurl
import Foundation
import NotesCore

/// The response to a request for a page. libcurl passes it the head and the content, and stops when it returns `false`.
///
/// It belongs to the thread of its ``PageDownload``.
final class PageResponse {
    /// The content.
    private(set) var page = Data()
    /// Why the response is not accepted.
    private(set) var failure: FeedFailure?
    private let limit: Int
    /// The number of bytes of all heads.
    private var headBytes = 0
    /// The transfer, which has the status and the media type.
    private let transfer: UnsafeMutableRawPointer

    /// The maximum number of bytes of all heads. Interim responses have heads of their own.
    private static let maxHead = 65_536

    /// Creates a response whose content has at most `limit` bytes.
    init(of transfer: UnsafeMutableRawPointer, limit: Int) { (self.transfer, self.limit) = (transfer, limit) }

    /// Receives a line of a head. An empty line ends it.
    func receive(line: UnsafeBufferPointer<UInt8>) -> Bool {
        headBytes += line.count
        let isEnd = line.elementsEqual("\r\n".utf8) || line.elementsEqual("\n".utf8)
        if headBytes > Self.maxHead {
            failure = .tooLong
        } else if isEnd {
            failure = headFailure
        } else if String(decoding: line, as: UTF8.self).lowercased().hasPrefix("transfer-encoding:") {
            // HTTP/1.0 has no chunks. They would contain bytes that do not count as content.
            failure = .malformed
        }
        return failure == nil
    }

    /// Receives the next bytes of the content.
    func receive(content: UnsafeBufferPointer<UInt8>) -> Bool {
        if page.count + content.count > limit { failure = .tooLong }
        guard failure == nil else { return false }
        page.append(content)
        return true
    }

    private var headFailure: FeedFailure? {
        switch curl_easy_status(transfer) {
        // An interim response, which another head follows.
        case 100, 102...199: return nil
        case 200: break
        case 300...399: return .redirected
        case let status: return .status(Int(status))
        }
        let type = curl_easy_content_type(transfer).map { String(cString: $0) } ?? ""
        let mediaType = type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        return mediaType == "text/html" ? nil : .wrongType
    }
}
