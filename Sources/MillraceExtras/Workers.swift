import Millrace

/// The workers of an engine's stores.
final class Workers: EngineAttachment {
    private var subscriptions: [UInt64: Subscription] = [:]

    var memberCount: Int { 0 }
    var observerCount: Int { 0 }

    func insert(_ subscription: Subscription, _ number: UInt64) {
        if !subscription.isCancelled { subscriptions[number] = subscription }
    }

    func remove(_ number: UInt64) { subscriptions[number] = nil }

    /// Ends the subscriptions of all workers, the oldest first.
    func cancelAll() {
        for (_, subscription) in subscriptions.sorted(by: { $0.key < $1.key }) { subscription.cancel() }
    }

    func engineClosed() { subscriptions = [:] }
}

extension Engine {
    var workers: Workers {
        let key = ObjectIdentifier(Workers.self)
        if let known = attachments[key] as? Workers { return known }
        let new = Workers()
        attachments[key] = new
        return new
    }
}
