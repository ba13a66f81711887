public import Millrace

/// Makes the numbers of 64 bits by which situations are told apart.
@usableFromInline struct Fingerprints<R: Reducer> {
    /// Hashes the state where nothing is under way, and where something is.
    @usableFromInline let hash: (R.State, inout Hasher) -> Void
    @usableFromInline let hashAtWork: (R.State, inout Hasher) -> Void

    /// The same with closures of its own: to call one counts a reference to it, and tasks that count the same ones hold each
    /// other up.
    var own: Fingerprints {
        let (hash, hashAtWork) = (hash, hashAtWork)
        return Fingerprints(hash: { hash($0, &$1) }, hashAtWork: { hashAtWork($0, &$1) })
    }

    @inlinable func fingerprint(of world: World<R>) -> UInt64 {
        var hasher = Hasher()
        if let effects = world.effects {
            hashAtWork(world.state, &hasher)
            effects.hash(into: &hasher)
        } else {
            hash(world.state, &hasher)
        }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
