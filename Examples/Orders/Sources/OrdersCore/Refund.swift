package import MillraceDurable
package import MillraceKit

/// Gives the price of an order back to the customer.
package struct Refund: DurableCommand, Hashable {
    package typealias Output = Void
    package typealias Progress = Never
    package typealias Failure = PaymentFailure
    package static let durableName = "refund"
    /// See ``Charge/interruption``.
    package static var interruption: Interruption<Refund> { .runAgain() }
    /// The order.
    package let order: OrderID
    /// The price.
    package let cents: Int

    package func response(to event: Event<Refund>) -> Orders.Action {
        switch event {
        case .data: .refunded(order)
        // Only after the last of countless retries.
        case .failure: .delayed(order, failures: .max)
        }
    }
}
