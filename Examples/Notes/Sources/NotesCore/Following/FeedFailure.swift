/// Why the published notes of another server could not be followed or read.
package enum FeedFailure: Error, Hashable, Codable {
    /// The text is not a web address.
    case notAnAddress
    /// ``FeedAddress/maxCount`` addresses are followed already.
    case tooMany
    /// The address is not followed.
    case notFollowed
    /// The server did not answer, or the connection failed.
    case unreachable
    /// The response took too long.
    case timedOut
    /// The server redirected the request. A redirect is never followed.
    case redirected
    /// The server answered with another status than 200.
    case status(Int)
    /// The response is not a page.
    case wrongType
    /// The response is too long.
    case tooLong
    /// The page contains no list of published notes, or one that exceeds the limits.
    case malformed
    /// The storage failed.
    case storage(StorageFailure)

    /// The reason, as a clause that can follow "because".
    package var reason: String {
        switch self {
        case .notAnAddress: "this is not a web address with http or https"
        case .tooMany: "you already follow \(FeedAddress.maxCount) addresses"
        case .notFollowed: "you no longer follow this address"
        case .unreachable: "the server cannot be reached"
        case .timedOut: "the server took too long"
        case .redirected: "the server refers to another address"
        case .status(404): "nothing is published there"
        case .status(let status): "the server answered with the status \(status)"
        case .wrongType, .malformed: "this is not a list of published notes"
        case .tooLong: "the answer of the server is too long"
        case .storage(let failure): failure.reason
        }
    }
}
