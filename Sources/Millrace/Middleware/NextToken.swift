/// What every copy of the `next` of one middleware shares: when it goes, that one cannot call any more.
///
/// A message that each middleware lets on at once as it is, keeping nothing, needs no more than this. As soon as
/// anything else becomes of it, it goes on as a ``Passage``.
///
/// Unchecked, here and below, because a check costs more than the access. Safe: only the engine's actor touches it, and
/// no access calls anything.
@usableFromInline final class NextToken {
    let chain: Chain
    /// Which middleware is asked; the token serves the next one too, if nobody keeps it.
    @exclusivity(unchecked) private var stage: UnsafeMutablePointer<Stage>
    var index: Int {
        get { stage - chain.first }
        set { stage = chain.first + newValue }
    }
    /// The address of what stands in the way: of the message that a middleware is being asked about and has not let
    /// on, or of the passage; 0 where nothing does.
    @exclusivity(unchecked) @usableFromInline var asked: UInt = 0
    /// What the receipts that `next` gives share, until there is a passage. Unmanaged, so that one that is dropped at
    /// once need not be counted. Safe: the token holds it.
    @exclusivity(unchecked) @usableFromInline var claim: Unmanaged<Claim>?
    /// The message, as soon as it needs one.
    @exclusivity(unchecked) private var passage: Passage?
    /// What a passage would be made of. Safe: looked at only while ``Chain`` asks, and whoever has it ask holds all
    /// this.
    @exclusivity(unchecked) @usableFromInline var material: Material?

    @usableFromInline struct Material {
        @usableFromInline let envelope: Unmanaged<Envelope>
        @usableFromInline unowned(unsafe) let taker: any TurnTaker
        @usableFromInline unowned(unsafe) let job: Job?
        @usableFromInline unowned(unsafe) let moment: Moment?

        @inlinable init(envelope: Unmanaged<Envelope>, taker: any TurnTaker, job: Job?, moment: Moment?) {
            (self.envelope, self.taker, self.job, self.moment) = (envelope, taker, job, moment)
        }
    }

    /// A token for messages that pass `chain`.
    init(_ chain: Chain) {
        (self.chain, stage) = (chain, chain.first)
        claim = .passRetained(Claim(to: self, on: chain.engine))
    }

    /// A token for a middleware that is asked by `passage`.
    init(_ passage: Passage, index: Int) {
        (self.passage, chain, stage) = (passage, passage.chain, passage.chain.first + index)
    }

    deinit {
        claim?.release()
        passage?.abandon(index)
    }

    // MARK: A message that is let on

    /// Asks one middleware about the message.
    ///
    /// - Returns: whether it has let it on as it is.
    @inline(__always) func isLetOn(by stage: UnsafeMutablePointer<Stage>, _ envelope: Unmanaged<Envelope>) -> Bool {
        self.stage = stage
        asked = UInt(bitPattern: envelope.toOpaque())
        do {
            try envelope._withUnsafeGuaranteedRef { try stage.pointee.ask(Message($0), self) }
        } catch {
            fail(error)
        }
        return asked == 0
    }

    /// Notes that the middleware which is being asked lets on what it was asked about.
    ///
    /// - Returns: whether it is so.
    @inlinable func letsOn(_ message: Message) -> Bool {
        guard asked == UInt(bitPattern: Unmanaged.passUnretained(message.envelope).toOpaque()) else { return false }
        asked = 0
        return true
    }

    /// Whether nobody keeps a receipt.
    var isUnclaimed: Bool { claim?.isUnique != false }

    // MARK: A message that is not

    @inline(never) private func fail(_ error: any Error) { requirePassage().fail(error) }

    /// The message, as what may be changed, held, cancelled or redirected.
    func requirePassage() -> Passage { passage ?? makePassage() }

    @inline(never) private func makePassage() -> Passage {
        guard let material else { preconditionFailure("A token was kept that had no passage.") }
        let passage = Passage(material, self, hasLetOn: asked == 0)
        asked = UInt(bitPattern: Unmanaged.passUnretained(passage).toOpaque())
        self.passage = passage
        if !isUnclaimed { passage.accept(claim?.takeUnretainedValue()) }
        claim.take()?.release()
        return passage
    }

    /// Has the message go on as a passage, with the token of the middleware that has just been asked.
    @inline(never) consuming func handOver() {
        let passage = requirePassage()
        passage.goOn(after: self)
    }
}
