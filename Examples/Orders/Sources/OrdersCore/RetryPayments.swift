import MillraceDurable
import MillraceKit

/// Runs the payments again that were set aside, because the program has ended five times while they ran. The engine of the shop
/// handles it.
package struct RetryPayments: TransientCommand, Hashable {
    /// The number of these payments.
    package typealias Output = Int
    package typealias Progress = Never
    package typealias Failure = Never
}
