import Millrace
import Testing

// Symptom: an actor that stored its engine was never released.
// Cause: the engine retained its actor, to send itself messages: actor → engine → actor. The main actor is never released, so
// no test on it showed this.
// Correct behavior: `ActorContext.actor` is weak, and a wait for the clock does not retain the actor either. With a strong
// reference in `ActorContext`, both cases fail.
@Suite struct EngineRetainsItsActorTests {
    struct Tick: Reducer {
        func reduce(_ count: inout Int, _ action: Int) -> Flow<Self> {
            count += action
            return .after(.seconds(600), .send(1))
        }
    }

    actor Keeper {
        private var engine: Engine?
        private var store: Store<Tick>?

        func begin(ticking: Bool) {
            let engine = Engine()
            self.engine = engine
            store = Store(0, Tick(), on: engine)
            if ticking { store?.send(1) }
        }
    }

    @Test("an actor that stores its engine can be released", arguments: [false, true])
    func isReleased(ticking: Bool) async {
        var keeper: Keeper? = Keeper()
        await keeper?.begin(ticking: ticking)
        weak let witness = keeper
        keeper = nil
        #expect(witness == nil)
    }
}
