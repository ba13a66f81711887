package import MillraceDurable
package import MillraceKit

/// Takes the price of an order from the customer.
package struct Charge: DurableCommand, Hashable {
    package typealias Output = ChargeResult
    package typealias Progress = Never
    package typealias Failure = PaymentFailure
    package static let durableName = "charge"
    /// The service recognizes the repeat by the key of the command. ``RetryPayments`` is for those that were set aside.
    package static var interruption: Interruption<Charge> { .runAgain() }
    /// The order.
    package let order: OrderID
    /// The price.
    package let cents: Int

    package func response(to event: Event<Charge>) -> Orders.Action {
        switch event {
        case .data(let result): .charged(order, result)
        // Only after the last of countless retries.
        case .failure: .delayed(order, failures: .max)
        }
    }
}
