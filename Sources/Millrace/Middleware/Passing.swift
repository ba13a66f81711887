// The token and the envelope are unmanaged here, so that a middleware can be asked without counting references to them.
// Safe: who takes one owns it, and puts it back, hands it on or lets it go.
extension UnsafeMutablePointer<LoopMemory> {
    /// Asks one middleware after the other about the message in `envelope`, whose turn it is.
    ///
    /// - Parameter moment: its record, if there is a history.
    /// - Returns: whether all have let it on as it is, at once, and nobody has kept a `next` or a receipt. Else it goes
    ///   on as a ``Passage``, and whoever called has nothing more to do.
    @inlinable @inline(__always)
    func passes(
        _ envelope: Unmanaged<Envelope>, _ taker: any TurnTaker, job: Job?, _ moment: Moment?
    ) -> Bool {
        let token = takeToken()
        token._withUnsafeGuaranteedRef {
            $0.material = NextToken.Material(envelope: envelope, taker: taker, job: job, moment: moment)
        }
        return passes(token, envelope)
    }

    /// Asks with `token`, which knows the message.
    @usableFromInline func passes(_ token: Unmanaged<NextToken>, _ envelope: Unmanaged<Envelope>) -> Bool {
        var stage = token._withUnsafeGuaranteedRef { $0.chain.first }
        let end = token._withUnsafeGuaranteedRef { $0.chain.end }
        repeat {
            guard token._withUnsafeGuaranteedRef({ $0.isLetOn(by: stage, envelope) }), token.isUnique else {
                return goOn(after: token)
            }
            stage += 1
        } while stage != end
        guard token._withUnsafeGuaranteedRef({ $0.isUnclaimed }) else { return goOn(after: token) }
        // The middleware may be other by now.
        if token._withUnsafeGuaranteedRef({ $0.chain === pointee.chain }) {
            pointee.spareToken = token
        } else {
            token.release()
        }
        return true
    }

    /// Has the message go on as a passage, after the middleware that has just been asked.
    private func goOn(after token: Unmanaged<NextToken>) -> Bool {
        token.takeRetainedValue().handOver()
        return false
    }

    @inlinable func takeToken() -> Unmanaged<NextToken> {
        guard let token = pointee.spareToken else { return makeToken() }
        pointee.spareToken = nil
        return token
    }

    @usableFromInline func makeToken() -> Unmanaged<NextToken> {
        guard let chain = pointee.chain else { preconditionFailure("There is no middleware.") }
        return .passRetained(NextToken(chain))
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
