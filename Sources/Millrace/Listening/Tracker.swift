import Observation

/// Tells Observation that something was read, and finds out whether anybody tracks.
///
/// Observation keeps the key paths of what is read within a tracking in a set, so it hashes one when somebody tracks,
/// and not otherwise. The key path here goes through a witness that notices being hashed. Without it, every read would
/// make the next turn take the long way, in case somebody tracks.
package final class Tracker: Observable {
    private let registrar = ObservationRegistrar()
    private let witness: Witness
    private let path: KeyPath<Tracker, Void>

    package init() {
        let witness = Witness()
        (self.witness, path) = (witness, \Tracker[witness])
    }

    private subscript(witness: Witness) -> Void { () }

    /// Says that it was read.
    ///
    /// - Returns: whether somebody tracks, or did a moment ago.
    package func noteRead() -> Bool {
        registrar.access(self, keyPath: path)
        return witness.wasHashed.take()
    }

    /// Tells those who tracked that it has changed, and forgets them.
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
