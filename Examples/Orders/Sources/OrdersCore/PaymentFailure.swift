/// Why it is unknown whether money has moved. The same request must be sent again.
package struct PaymentFailure: Error, Hashable, Codable, CustomStringConvertible {
    /// The reason, as a sentence.
    package let reason: String

    package var description: String { reason }

    /// Creates the error.
    package init(_ reason: String) { self.reason = reason }
}
