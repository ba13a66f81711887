import MillraceModules
import Millrace

/// An element or a text.
@usableFromInline struct HTMLNode {
    enum Content {
        case text(String)
        case element(HTMLElement)
        /// Rows that are skipped while their values are equal.
        case rows(HTMLRows)
    }

    /// Identifies the node among its siblings. It is the same in each evaluation of the same view.
    var identity: UInt64
    /// Whether the identity is a key from the application.
    @usableFromInline var isKeyed: Bool
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

    /// Returns the node with an identity that includes the position of its statement.
    @usableFromInline func withPosition(_ position: UInt64) -> HTMLNode {
        var node = self
        node.identity = Self.mix(identity, position)
        return node
    }

    /// Makes a key the identity of the node.
    mutating func setKey(_ key: UInt64) { (identity, isKeyed) = (key, true) }

    /// Returns the node with a key as its identity.
    func keyed(_ key: UInt64) -> HTMLNode {
        var node = self
        node.setKey(key)
        return node
    }

    func mapped(_ transform: @escaping (Any) -> Any) -> HTMLNode {
        switch content {
        case .text: self
        case .element(let element): HTMLNode(identity: identity, isKeyed: isKeyed, .element(element.mapped(transform)))
        case .rows(let rows): HTMLNode(identity: identity, isKeyed: isKeyed, .rows(rows.mapped(transform)))
        }
    }

    private static func mix(_ identity: UInt64, _ position: UInt64) -> UInt64 {
        // This is the multiplier of Fibonacci hashing: each bit of the result depends on all bits of both values.
        let product = (identity ^ position).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low &+ position
    }
}

/// An element. It changes only while a view is evaluated. Drawing sets its reference.
final class HTMLElement {
    let tag: HTMLTag
    // The Boolean values follow one another, so that they fill no more than one word of each element.

    /// Whether a descendant is a loop whose rows can be skipped.
    private(set) var hasRows = false
    /// Whether a descendant was a region when the element was created.
    private(set) var hasRegion = false
    /// Whether the element is a field, or a descendant may be one.
    private(set) var hasField = false
    /// Whether the element is or was part of the page.
    var isDrawn = false
    var attributes: [HTMLAttribute] = []
    var children: [HTMLNode]
    /// The behavior of an interactive element.
    var control: HTMLControl?
    /// The group, if live fields must be valid before buttons in the element are used.
    var fieldGroup: FieldGroup?
    /// The name of the region, if scenes can be embedded here.
    var region: String?
    /// The number of nested elements, including this one, when the element was created.
    let depth: Int
    /// The scene whose view this element contains.
    var scene: Navigator.Scene.ID?
    /// The reference of the control, which is set when the element is drawn.
    var reference: ControlReference?

    init(_ tag: HTMLTag, _ attributes: [HTMLAttribute] = [], _ children: [HTMLNode] = []) {
        (self.tag, self.attributes) = (tag, attributes)
        let depth = 1 + children.reduce(0) { max($0, $1.element?.depth ?? 0) }
        if let budget = HTMLBudget.current, !budget.add(tag, attributes, children, depth: depth) {
            (self.children, self.depth) = ([], 1)
        } else {
            (self.children, self.depth) = ([], depth)
            setChildren(children)
        }
    }

    /// Sets the children. Joins adjacent texts.
    func setChildren(_ nodes: [HTMLNode]) {
        let children = Self.joiningTexts(nodes)
        (hasRegion, hasRows, hasField) = (false, false, isField)
        for child in children {
            switch child.content {
            case .text: break
            case .rows: (hasRows, hasField) = (true, true)
            case .element(let element):
                if element.hasRegion || element.region != nil { hasRegion = true }
                if element.hasRows { hasRows = true }
                if element.hasField { hasField = true }
            }
        }
        self.children = children
    }

    /// The children, with each row as a separate node.
    var flatChildren: [HTMLNode] {
        guard children.contains(where: { if case .rows = $0.content { true } else { false } }) else { return children }
        return children.flatMap { if case .rows(let rows) = $0.content { rows.flatNodes } else { [$0] } }
    }

    /// Creates a copy that has not been drawn.
    init(_ other: HTMLElement) {
        (tag, attributes, children, control) = (other.tag, other.attributes, other.children, other.control)
        (region, hasRegion, scene, depth) = (other.region, other.hasRegion, other.scene, other.depth)
        (hasRows, hasField) = (other.hasRows, other.hasField)
        fieldGroup = other.fieldGroup.map { _ in FieldGroup() }
    }

    /// The control, unless it is disabled.
    var usableControl: HTMLControl? { control != nil && self["disabled"] == nil ? control : nil }

    /// The value of an attribute.
    subscript(name: String) -> String? {
        get { attributes.first { $0.name == name }?.value }
        set {
            if let newValue, let budget = HTMLBudget.current {
                _ = budget.add(nodes: 0, bytes: name.utf8.count + newValue.utf8.count)
            }
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

    /// Joins adjacent texts and removes empty ones, as a browser does when it parses a document.
    private static func joiningTexts(_ nodes: [HTMLNode]) -> [HTMLNode] {
        var (followsText, mustChange) = (false, false)
        for node in nodes {
            guard case .text(let text) = node.content else {
                followsText = false
                continue
            }
            if followsText || text.isEmpty { mustChange = true }
            followsText = true
        }
        if !mustChange { return nodes }
        return nodes.reduce(into: []) { joined, node in
            if node.isEmptyText { return }
            if case .text(let text) = node.content, case .text(let before)? = joined.last?.content {
                joined[joined.count - 1].content = .text(before + text)
            } else {
                joined.append(node)
            }
        }
    }
}

extension HTMLBudget {
    /// Counts an element with its attributes and texts. Its child elements have been counted before.
    fileprivate func add(_ tag: HTMLTag, _ attributes: [HTMLAttribute], _ children: [HTMLNode], depth: Int) -> Bool {
        var (nodes, bytes) = (1, tag.rawValue.utf8.count)
        for attribute in attributes { bytes += attribute.name.utf8.count + attribute.value.utf8.count }
        for case .text(let text) in children.lazy.map(\.content) {
            nodes += 1
            bytes += text.utf8.count
        }
        return add(nodes: nodes, bytes: bytes, depth: depth)
    }
}

/// An attribute of an element.
struct HTMLAttribute: Equatable {
    let name: String
    var value: String

    init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

    static func == (one: HTMLAttribute, other: HTMLAttribute) -> Bool {
        one.name == other.name && one.value.hasSameBytes(as: other.value)
    }
}
