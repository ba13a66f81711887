public import Millrace

/// Computes 64-bit fingerprints, which identify system states.
@usableFromInline struct Fingerprints<R: Reducer> {
    /// Hashes the distinguishing part of a state, without and with effects in flight.
    @usableFromInline let hash: (R.State, inout Hasher) -> Void
    @usableFromInline let hashAtWork: (R.State, inout Hasher) -> Void
    /// Hashes a whole state, and compares two.
    @usableFromInline let hashAll: (R.State, inout Hasher) -> Void
    @usableFromInline let areEqual: (R.State, R.State) -> Bool

    /// A copy with its own closures. A call of a closure changes its reference count, for which tasks would contend.
    var own: Fingerprints {
        let (hash, hashAtWork, hashAll, areEqual) = (hash, hashAtWork, hashAll, areEqual)
        return Fingerprints(
            hash: { hash($0, &$1) }, hashAtWork: { hashAtWork($0, &$1) }, hashAll: { hashAll($0, &$1) },
            areEqual: { areEqual($0, $1) })
    }

    @inlinable func fingerprint(of world: World<R>) -> UInt64 {
        let state = fingerprint(of: world.state, world.earlier, isIdle: world.isIdle)
        return world.effects?.fingerprint(with: state) ?? state
    }

    /// The fingerprint of a state. The fingerprint of a world combines it with that of the effects.
    @inlinable func fingerprint(of state: R.State, _ earlier: EarlierRequests?, isIdle: Bool) -> UInt64 {
        var hasher = Hasher()
        if isIdle { hash(state, &hasher) } else { hashAtWork(state, &hasher) }
        let hash = UInt64(bitPattern: Int64(hasher.finalize()))
        return earlier?.combined(with: hash) ?? hash
    }

    /// A hash of the whole state. Equal states have equal hashes.
    @inlinable func identify(_ state: R.State) -> UInt64 {
        var hasher = Hasher()
        hashAll(state, &hasher)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
