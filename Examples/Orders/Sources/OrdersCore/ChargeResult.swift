/// The answer of the payment service to a charge.
package enum ChargeResult: Hashable, Codable, Sendable {
    /// The money has moved.
    case charged
    /// No money has moved, and none will.
    case declined
}
