public import MillraceModules
public import Millrace

extension Explorer where R: Module {
    /// Has the module start as in a navigator: what `Module.start(_:)` asks for is performed before anything else
    /// happens, and again after each restart.
    ///
    /// The state that it begins with is for whoever makes the explorer: `Explorer(Profile().state(for: 3), Profile())`.
    public func starting() -> Explorer {
        with { explorer in
            let reducer = explorer.model.reducer
            explorer.model.start = { reducer.start($0) }
        }
    }

    /// What others may tell the module in a state, besides what a user may send; nothing unless told.
    ///
    /// Each is reduced as the action that `Module.receive(_:)` makes of it, and printed tests send that.
    public func inputs(_ offered: @escaping @Sendable (R.State) -> [R.Input]) -> Explorer {
        with { explorer in
            let reducer = explorer.model.reducer
            explorer.model.told = { offered($0).map(reducer.receive) }
        }
    }
}
