public import MillraceModules
public import Millrace

/// A module with a view: a pure function of its state that returns HTML.
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
/// All methods are called on the navigator's actor. The view is evaluated when the state has changed and a browser can
/// receive changes. A slow browser therefore receives fewer changes, which are always current.
public protocol WebModule: Module {
    /// Returns the view of a state.
    @HTMLBuilder<Action> func view(_ state: State) -> HTML<Action>

    /// Returns the title of the document while this scene is on top, and the label of its sheet. Defaults to the
    /// module's name.
    func title(_ state: State) -> String

    /// Returns the path that the scene adds to the URL, such as `"items/3"`, or `nil` for none. Defaults to `nil`.
    ///
    /// It may have a query: `"items?sort=price"`. Parts that contain a slash, `?`, `#` or `%` must be percent-encoded, as
    /// ``WebURL/path`` does it.
    ///
    /// The URL consists of the paths in the window's stack, from the root to the top, then those of each sheet, and then all
    /// queries. Embedded scenes add nothing. A change of the query replaces the entry in the browser's history.
    func path(_ state: State) -> String?

    /// Returns whether the content of the scene exists. Defaults to `true`.
    ///
    /// Return `false` if the URL names something that does not exist, such as a deleted item. The document then has the
    /// status 404, so that search engines do not list it. The view is shown in any case.
    func isFound(_ state: State) -> Bool

    /// Returns the transition that opens the first parts of `path`, or `nil` if this module has none. Defaults to `nil`.
    ///
    /// Consume the parts of `path` that the transition handles. If the method returns `nil`, `path` does not change.
    ///
    /// Called when a URL is opened: for the newest scene first, then for those before it. The navigator performs the
    /// transition as if the reducer had requested it. The new scenes are then called with the rest of the path, until
    /// all of it is consumed.
    ///
    /// If a scene has replaced the root, its method is also called with an empty path. It can then return the transition
    /// back to the root.
    func transition(to path: inout WebPath) -> Transition?

    /// Returns the action that shows a query in this scene, or `nil` if it has none. Defaults to `nil`.
    ///
    /// Called when a URL is opened that has another query than the page, after the transitions: for the newest scene first.
    /// `path` contains the parts that this scene has added to the URL, and the parameters that no transition has taken. Without
    /// a parameter, return the action for its initial value:
    ///
    /// ```swift
    /// func action(for path: inout WebPath) -> Action? { path.take(ItemsURL.self).map(Action.show) }
    /// ```
    func action(for path: inout WebPath) -> Action?
}

extension WebModule {
    /// Returns the module's name.
    public func title(_ state: State) -> String { Self.moduleName }

    /// Returns `nil`: the scene adds nothing to the URL.
    public func path(_ state: State) -> String? { nil }

    /// Returns `true`: the content exists.
    public func isFound(_ state: State) -> Bool { true }

    /// Returns `nil`: the module has no transition for a path.
    public func transition(to path: inout WebPath) -> Transition? { nil }

    /// Returns `nil`: the scene shows no query.
    public func action(for path: inout WebPath) -> Action? { nil }
}
