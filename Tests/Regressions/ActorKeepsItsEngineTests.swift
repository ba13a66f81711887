import Millrace
import Testing

// Story: the engine held its actor strongly, to send itself messages. An actor that stored its engine, which is where
// one belongs, never went: actor → engine → actor. The main actor is immortal, so no test on it showed that.
// `ActorContext.actor` is weak now, and a wait for the clock does not retain the actor either. With a strong reference in
// `ActorContext`, both cases fail.
@Suite struct ActorKeepsItsEngineTests {
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

    @Test("an actor that keeps its engine goes", arguments: [false, true])
    func goes(ticking: Bool) async {
        var keeper: Keeper? = Keeper()
        await keeper?.begin(ticking: ticking)
        weak let witness = keeper
        keeper = nil
        #expect(witness == nil)
    }
}
