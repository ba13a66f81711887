public import MillraceModules
public import Millrace

/// A module with a view: a pure function of its state, drawn as a page.
///
/// ```swift
/// extension Feed: WebModule {
///     func view(_ state: State) -> HTML<Action> {
///         h1 { "Feed" }
///         each(state.items) { item in button(item.title, send: .opened(item.id)) }
///         region("panel")
///     }
///     func title(_ state: State) -> String { "Feed" }
///     func transition(to path: inout WebPath) -> Transition? {
///         guard path.take("items"), let id = path.take(Int.self) else { return nil }
///         return .item(id)
///     }
/// }
/// ```
/// All of it runs on the session's actor. The view is asked for when the state has changed and a browser can take what comes of
/// that, so a slow browser gets fewer changes and not older ones.
public protocol WebModule: Module {
    /// What is shown of a state.
    @HTMLBuilder<Action> func view(_ state: State) -> HTML<Action>

    /// The title of the document while its scene lies on top, and that of a sheet. The module's name unless declared.
    func title(_ state: State) -> String

    /// What the scene adds to the url, without slashes at its ends: `"items/3"`; `nil`, unless declared, for nothing.
    ///
    /// The url is made of what the scenes of the window add, from the root to the last that was pushed, then those of each
    /// sheet. What is embedded adds nothing.
    func path(_ state: State) -> String?

    /// The transition that leads towards what `path` names, from which it takes what it has understood; `nil`, unless declared, if
    /// there is none.
    ///
    /// Asked when an url is opened: the newest scene first, then those below it, until the whole path is taken. The router goes there, as
    /// though the reducer had asked, and what comes in is asked for the rest. A module that has taken the place of the window's first root is asked with
    /// an empty path too, to lead back.
    func transition(to path: inout WebPath) -> Transition?
}

extension WebModule {
    /// The module's name.
    public func title(_ state: State) -> String { Self.moduleName }

    /// It adds nothing to the url.
    public func path(_ state: State) -> String? { nil }

    /// It leads nowhere.
    public func transition(to path: inout WebPath) -> Transition? { nil }
}
