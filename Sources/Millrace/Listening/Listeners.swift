/// The listeners to one type of message.
package final class Listeners {
    /// The stores that reduce it.
    let stores = ObserverList()
    /// Those that receive it when every store has reduced it.
    package let others = ObserverList()

    package var count: Int { stores.count + others.count }

    /// Whether a failure is handled by one of them.
    var handlesFailures: Bool {
        stores.members.contains { $0.subscription.isActive }
            || others.members.contains { $0.handlesFailure && $0.subscription.isActive }
    }

    /// The stores that listen reduce the message at an address.
    func reduce(_ message: UnsafeRawPointer) { stores.notify(message) }

    /// The others receive it.
    func notify(_ message: UnsafeRawPointer) { others.notify(message, after: stores) }

    func close() {
        stores.close()
        others.close()
    }
}
