package import MillraceDurable
package import MillraceKit

/// Runs the payments again that were set aside, because the program has ended five times while they ran. Returns their number.
package struct RetryPayments: DurableCommand, Hashable {
    package typealias Output = Int
    package typealias Progress = Never
    package typealias Failure = Never
    package static let durableName = "retry payments"
    /// Those that were run again are no longer set aside.
    package static var interruption: Interruption<RetryPayments> { .runAgain() }

    package func response(to event: Event<RetryPayments>) -> Orders.Action {
        switch event {
        case .data(let count): .retried(count)
        }
    }
}
