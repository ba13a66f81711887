/// A fragment of a page: elements, texts and the actions of its controls.
///
/// ```swift
/// func view(_ state: State) -> HTML<Action> {
///     h1 { state.title }
///     ul { each(state.items) { item in li { item.name; button("Like", send: .like(item.id)) } } }
/// }
/// ```
/// Texts are always escaped, in elements and in attributes. There is no way to insert raw HTML, and no element or
/// attribute that contains a script. The browser receives an opaque reference for each control and never an action, so
/// it can send only what was drawn.
///
/// Modifiers such as ``class(_:)`` change the outermost elements. They do not change texts.
public struct HTML<Action> {
    @usableFromInline var nodes: [HTMLNode]

    @inlinable init(_ nodes: [HTMLNode]) { self.nodes = nodes }

    init(_ element: HTMLElement) { nodes = [HTMLNode(element)] }

    /// Creates the rows of a loop over equatable values.
    @usableFromInline init(_ source: RowSource) {
        nodes = source.count == 0 ? [] : [HTMLNode(.rows(HTMLRows(source)))]
    }

    /// Creates an empty fragment.
    @inlinable public init() { nodes = [] }

    /// Creates a fragment from the statements of `content`.
    public init(@HTMLBuilder<Action> _ content: () -> HTML<Action>) { self = content() }

    /// Appends the nodes with identities that include the position of their statement.
    @inlinable func append(to nodes: inout [HTMLNode], at position: UInt64) {
        for node in self.nodes { nodes.append(node.withPosition(position)) }
    }

    /// Returns the same fragment with transformed actions. Use it to include the view of a child in the view of its
    /// parent.
    public func map<Parent>(_ transform: @escaping (Action) -> Parent) -> HTML<Parent> {
        let erased: (Any) -> Any = { action in (action as? Action).map { transform($0) } ?? action }
        return HTML<Parent>(nodes.map { $0.mapped(erased) })
    }

    /// Returns a copy in which each outermost element was changed.
    func changing(_ change: (HTMLElement) -> Void) -> HTML { HTML(nodes.changing(change)) }
}

extension [HTMLNode] {
    /// Returns a copy in which each outermost element was changed.
    fileprivate func changing(_ change: (HTMLElement) -> Void) -> [HTMLNode] {
        var changed: [HTMLNode] = []
        changed.reserveCapacity(count)
        for var node in self {
            switch node.content {
            case .rows(let rows):
                changed += rows.plainNodes().changing(change)
                continue
            case .element(let element):
                let copy = HTMLElement(element)
                change(copy)
                node.content = .element(copy)
            case .text: break
            }
            changed.append(node)
        }
        return changed
    }
}
