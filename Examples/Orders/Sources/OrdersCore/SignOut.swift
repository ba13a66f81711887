import MillraceDurable
import MillraceKit

/// Signs the visitor out, in all tabs. The engine of the page handles it.
package struct SignOut: TransientCommand, Hashable {
    package typealias Output = Void
    package typealias Progress = Never
    package typealias Failure = Never
}
