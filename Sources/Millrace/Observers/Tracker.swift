import Observation

/// Registers reads with Observation, and detects whether Observation tracks them.
///
/// While Observation tracks code, it collects the key paths of all reads in a set, so it hashes each key path. The key path of
/// this type contains a witness that records that it was hashed. Without the witness, each read would make the next turn notify
/// Observation, whether it tracks or not.
package final class Tracker: Observable {
    private let registrar = ObservationRegistrar()
    private let witness: Witness
    private let path: KeyPath<Tracker, Void>

    package init() {
        let witness = Witness()
        (self.witness, path) = (witness, \Tracker[witness])
    }

    private subscript(witness: Witness) -> Void { () }

    /// Registers a read.
    ///
    /// - Returns: Whether Observation tracks the read, or has tracked one since the last call.
    package func noteRead() -> Bool {
        registrar.access(self, keyPath: path)
        return witness.wasHashed.take()
    }

    /// Notifies the code that Observation tracks, and stops tracking it.
    package func alert() {
        registrar.withMutation(of: self, keyPath: path) {}
        _ = witness.wasHashed.take()
    }
}

private final class Witness: Hashable, Sendable {
    let wasHashed = Flag()

    static func == (one: Witness, other: Witness) -> Bool { one === other }

    func hash(into hasher: inout Hasher) {
        wasHashed.raise()
        hasher.combine(ObjectIdentifier(self))
    }
}
