public import Millrace

/// Makes the numbers of 64 bits by which system states are told apart.
@usableFromInline struct Fingerprints<R: Reducer> {
    /// Hashes the state where nothing is in flight, and where something is.
    @usableFromInline let hash: (R.State, inout Hasher) -> Void
    @usableFromInline let hashAtWork: (R.State, inout Hasher) -> Void
    /// Hashes all of the state, and compares two.
    @usableFromInline let hashAll: (R.State, inout Hasher) -> Void
    @usableFromInline let areEqual: (R.State, R.State) -> Bool

    /// The same with closures of its own: to call one counts a reference to it, and tasks that count the same ones hold each
    /// other up.
    var own: Fingerprints {
        let (hash, hashAtWork, hashAll, areEqual) = (hash, hashAtWork, hashAll, areEqual)
        return Fingerprints(
            hash: { hash($0, &$1) }, hashAtWork: { hashAtWork($0, &$1) }, hashAll: { hashAll($0, &$1) },
            areEqual: { areEqual($0, $1) })
    }

    @inlinable func fingerprint(of world: World<R>) -> UInt64 {
        let state = fingerprint(of: world.state, isIdle: world.isIdle)
        return world.effects?.fingerprint(with: state) ?? state
    }

    /// The fingerprint of a state; that of a world is made of it and of the effects.
    @inlinable func fingerprint(of state: R.State, isIdle: Bool) -> UInt64 {
        var hasher = Hasher()
        if isIdle { hash(state, &hasher) } else { hashAtWork(state, &hasher) }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// A number that equal states have.
    @inlinable func identify(_ state: R.State) -> UInt64 {
        var hasher = Hasher()
        hashAll(state, &hasher)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
