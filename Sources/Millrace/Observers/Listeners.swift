/// The listeners to one type of message.
package final class Listeners {
    /// The stores that reduce the message.
    package let stores = ObserverList()
    /// The listeners that receive the message after every store has reduced it.
    package let others = ObserverList()

    package init() {}

    package var count: Int { stores.count + others.count }

    /// Whether one of the listeners handles failures.
    package var handlesFailures: Bool {
        stores.members.contains { $0.subscription.isActive }
            || others.members.contains { $0.handlesFailure && $0.subscription.isActive }
    }

    /// Reduces the message at an address in the listening stores.
    package func reduce(_ message: UnsafeRawPointer) { stores.notify(message) }

    /// Notifies the other listeners of the message at an address.
    package func notify(_ message: UnsafeRawPointer) { others.notify(message, after: stores) }

    package func close() {
        stores.close()
        others.close()
    }
}
