public import MillraceModules
public import Millrace

extension Explorer where R: Module {
    /// Performs the flow of `Module.start(_:)` first, as a navigator does, and again after each restart.
    ///
    /// Pass the module's initial state to the explorer's initializer: `Explorer(Profile().state(for: 3), Profile())`.
    public func starting() -> Explorer {
        with { explorer in
            let reducer = explorer.model.reducer
            explorer.model.start = { reducer.start($0) }
        }
    }

    /// The inputs that other modules may send in a state, in addition to the user's actions. Defaults to none.
    ///
    /// `Module.receive(_:)` maps each input to an action. Printed tests send this action.
    public func inputs(_ offered: @escaping @Sendable (R.State) -> [R.Input]) -> Explorer {
        with { explorer in
            let reducer = explorer.model.reducer
            explorer.model.inputActions = { offered($0).map(reducer.receive) }
        }
    }
}
