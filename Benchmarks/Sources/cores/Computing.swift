import MillraceKit
import MillraceWeb

/// A page whose button keeps its actor busy for a second.
struct Computing: Module {
    static let path = "/computing"

    struct State: Sendable { var computations = 0 }
    enum Action: Sendable { case compute }

    func state(for nothing: Void) -> State { State() }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        let end = ContinuousClock.now + .seconds(1)
        while ContinuousClock.now < end {}
        state.computations += 1
        return .none
    }
}

extension Computing: WebModule {
    func view(_ state: State) -> HTML<Action> {
        p { Self.text(state.computations) }
        button("Compute", send: .compute).id("compute")
    }

    func path(_ state: State) -> String? { "computing" }
    func title(_ state: State) -> String { "Computing" }

    /// The text of the page after this number of computations.
    static func text(_ computations: Int) -> String { "Computed: \(computations)." }
}
