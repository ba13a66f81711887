import MillraceModules
import Millrace

/// An element, a text or the place of what is embedded.
struct HTMLNode {
    enum Content {
        case text(String)
        case element(HTMLElement)
    }

    /// Tells it from its siblings, and is the same each time that the same view is made.
    var identity: UInt64
    /// Whether its identity is a key of the application's.
    var isKeyed: Bool
    var content: Content

    init(identity: UInt64 = 0, isKeyed: Bool = false, _ content: Content) {
        (self.identity, self.isKeyed, self.content) = (identity, isKeyed, content)
    }

    init(_ element: HTMLElement) { self.init(.element(element)) }

    var element: HTMLElement? {
        if case .element(let element) = content { element } else { nil }
    }

    var isEmptyText: Bool {
        if case .text(let text) = content { text.isEmpty } else { false }
    }

    /// The node at a place of its parent's.
    func within(_ place: UInt64) -> HTMLNode {
        var node = self
        node.identity = Self.mix(identity, place)
        return node
    }

    /// The node under a key.
    func keyed(_ key: UInt64) -> HTMLNode {
        var node = self
        (node.identity, node.isKeyed) = (key, true)
        return node
    }

    func mapped(_ transform: @escaping (Any) -> Any) -> HTMLNode {
        guard let element else { return self }
        return HTMLNode(identity: identity, isKeyed: isKeyed, .element(element.mapped(transform)))
    }

    private static func mix(_ identity: UInt64, _ place: UInt64) -> UInt64 {
        // The multiplier of Fibonacci hashing: each bit of both has its say.
        let product = (identity ^ place).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low &+ place
    }
}

/// An element. Its parts change while a view is made, and never after; what it is to the page is noted in it when it is drawn.
final class HTMLElement {
    let tag: HTMLTag
    var attributes: [HTMLAttribute] = []
    var children: [HTMLNode]
    /// What a person can do with it.
    var control: HTMLControl?
    /// Where what is embedded at this place stands.
    var region: String?
    /// Whether a place for what is embedded was in it when it was made.
    let hasRegion: Bool
    /// The scene that begins here.
    var scene: Navigator.Scene.ID?
    /// By what the browser knows the control, once it was drawn.
    var reference: ControlReference?
    /// Whether it stands in the page, or did.
    var isDrawn = false

    init(_ tag: HTMLTag, _ attributes: [HTMLAttribute] = [], _ children: [HTMLNode] = []) {
        (self.tag, self.attributes, self.children) = (tag, attributes, Self.joiningTexts(children))
        hasRegion = Self.hasRegion(children)
    }

    /// A copy, which was not drawn yet.
    init(_ other: HTMLElement) {
        (tag, attributes, children, control) = (other.tag, other.attributes, other.children, other.control)
        (region, hasRegion, scene) = (other.region, other.hasRegion, other.scene)
    }

    /// The value of an attribute.
    subscript(name: String) -> String? {
        get { attributes.first { $0.name == name }?.value }
        set {
            if let index = attributes.firstIndex(where: { $0.name == name }) {
                if let newValue { attributes[index].value = newValue } else { attributes.remove(at: index) }
            } else if let newValue {
                attributes.append(HTMLAttribute(name, newValue))
            }
        }
    }

    func mapped(_ transform: @escaping (Any) -> Any) -> HTMLElement {
        let copy = HTMLElement(self)
        copy.children = children.map { $0.mapped(transform) }
        copy.control = control?.mapped(transform)
        return copy
    }

    /// Texts that stand side by side are one, and empty ones are none, as they are in a document that was read.
    private static func joiningTexts(_ nodes: [HTMLNode]) -> [HTMLNode] {
        let isApart = zip(nodes, nodes.dropFirst()).allSatisfy { $0.element != nil || $1.element != nil }
        if isApart, !nodes.contains(where: \.isEmptyText) { return nodes }
        return nodes.reduce(into: []) { joined, node in
            if node.isEmptyText { return }
            if case .text(let text) = node.content, case .text(let before)? = joined.last?.content {
                joined[joined.count - 1].content = .text(before + text)
            } else {
                joined.append(node)
            }
        }
    }

    private static func hasRegion(_ children: [HTMLNode]) -> Bool {
        children.contains { $0.element.map { $0.region != nil || $0.hasRegion } ?? false }
    }
}

/// An attribute of an element.
struct HTMLAttribute: Equatable {
    let name: String
    var value: String

    init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}
