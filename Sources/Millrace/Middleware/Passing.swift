// The envelope is unmanaged here, so that a message can be made without counting references to it. Safe: who takes one
// owns it, and puts it back, hands it on or lets it go.
extension UnsafeMutablePointer<LoopMemory> {
    /// Asks one middleware after the other about the message in `envelope`, whose turn it is.
    ///
    /// - Parameter moment: its record, if there is a history.
    /// - Returns: whether all have passed it as it is, and nobody has asked for its receipt. Else it goes on as a
    ///   ``Passage``, and whoever called has nothing more to do.
    @usableFromInline func passes(
        _ envelope: Unmanaged<Envelope>, _ taker: any TurnTaker, job: Job?, _ moment: Moment?
    ) -> Bool {
        guard let chain = pointee.chain else { preconditionFailure("There is no middleware.") }
        let envelope = envelope.takeUnretainedValue()
        let message = Message(envelope)
        envelope.engine = chain.engine
        for index in 0..<chain.count {
            let decision = chain[index].ask(message)
            if decision.isPlainPass, envelope.claim == nil { continue }
            Passage(message, taker, chain, index, job: job, moment).goOn(with: decision)
            return false
        }
        envelope.close()
        return true
    }

    /// An envelope for a message.
    @inlinable func takeEnvelope() -> Unmanaged<Envelope> {
        guard let envelope = pointee.spareEnvelope else { return .passRetained(Envelope()) }
        pointee.spareEnvelope = nil
        return envelope
    }

    /// Takes an envelope back, for the next message if nobody keeps this one.
    ///
    /// - Parameter isPlain: whether what it holds can stay in it, because there is nothing to let go of.
    @inlinable @inline(__always) func putBack(_ envelope: Unmanaged<Envelope>, isPlain: Bool) {
        guard envelope.isUnique else { return letGo(of: envelope) }
        envelope._withUnsafeGuaranteedRef { $0.clear(isPlain: isPlain) }
        pointee.spareEnvelope = envelope
    }

    /// Lets go of an envelope that somebody keeps.
    @usableFromInline func letGo(of envelope: Unmanaged<Envelope>) { envelope.takeRetainedValue().keep() }
}

extension Unmanaged {
    /// Whether nobody else holds it.
    @inlinable var isUnique: Bool {
        var copy = self
        // Unprotected, because nothing is written there that could overrun it.
        return _withUnprotectedUnsafeMutablePointer(to: &copy) {
            isKnownUniquelyReferenced(&UnsafeMutableRawPointer($0).assumingMemoryBound(to: Instance.self).pointee)
        }
    }
}
