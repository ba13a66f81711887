extension Engine {
    /// Returns a random number for each pause with ``Retry/jitter``: from 0 for the longest pause to 1 for the shortest.
    ///
    /// Called on the engine's actor when a command has failed and will be retried. Defaults to the system's generator, and in a
    /// test store to 0.
    public var jitter: () -> Double {
        get { (attachments[ObjectIdentifier(Jitter.self)] as? Jitter)?.random ?? { .random(in: 0...1) } }
        set { attachments[ObjectIdentifier(Jitter.self)] = Jitter(newValue) }
    }
}

/// The source of random numbers that replaces the default. It is not a property of the engine, because few engines need it.
private final class Jitter: EngineAttachment {
    let random: () -> Double

    init(_ random: @escaping () -> Double) { self.random = random }

    var memberCount: Int { 0 }
    var observerCount: Int { 0 }
    func engineClosed() {}
}
