/// The requests to run payments again that were set aside.
package struct Retries: Hashable, Codable, Sendable {
    /// The number of requests that have ended.
    package internal(set) var requests = 0
    /// The number of payments that the last of them has run again.
    package internal(set) var payments = 0
}
