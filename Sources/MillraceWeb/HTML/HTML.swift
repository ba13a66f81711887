/// A piece of a page, and what its controls send.
///
/// ```swift
/// func view(_ state: State) -> HTML<Action> {
///     h1 { state.title }
///     ul { each(state.items) { item in li { item.name; button("Like", send: .like(item.id)) } } }
/// }
/// ```
/// It is a value: elements, texts, and actions. What is put into it as a text stays text, in elements and in attributes;
/// there is no way to put source in, and no element or attribute that carries a script. Only what was drawn can be sent: the
/// browser gets an opaque reference for each control, and no action.
///
/// Modifiers, such as ``class(_:)``, change each element that stands outermost in it; texts they leave alone.
public struct HTML<Action> {
    var nodes: [HTMLNode]

    init(_ nodes: [HTMLNode]) { self.nodes = nodes }

    init(_ element: HTMLElement) { nodes = [HTMLNode(element)] }

    /// Nothing.
    public init() { nodes = [] }

    /// What `content` says.
    public init(@HTMLBuilder<Action> _ content: () -> HTML<Action>) { self = content() }

    /// The same piece, where what its controls send is made into an action of another type: of a part's view, for the whole.
    public func map<Parent>(_ transform: @escaping (Action) -> Parent) -> HTML<Parent> {
        let erased: (Any) -> Any = { action in (action as? Action).map { transform($0) } ?? action }
        return HTML<Parent>(nodes.map { $0.mapped(erased) })
    }

    /// Changes each outermost element.
    func changing(_ change: (HTMLElement) -> Void) -> HTML {
        HTML(
            nodes.map { node in
                guard case .element(let element) = node.content else { return node }
                let copy = HTMLElement(element)
                change(copy)
                return HTMLNode(identity: node.identity, isKeyed: node.isKeyed, .element(copy))
            })
    }
}
