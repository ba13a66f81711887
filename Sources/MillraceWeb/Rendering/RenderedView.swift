public import Millrace
import MillraceModules

/// A view without a browser, for tests: its HTML, and controls that return their actions.
///
/// ```swift
/// let page = Feed().render(.init())
/// #expect(page.html.contains("<h1>Feed</h1>"))
/// #expect(try page.button("0 likes").press() == .like(1))
/// #expect(try page.field("Search").type("World") == .search("World"))
/// ```
/// A query finds exactly one element. Values pass the same checks as those from a browser.
public struct RenderedView<Action> {
    let nodes: [HTMLNode]
    /// The mistakes in the view, such as an element with a name that is not permitted. A page reports them to its engine.
    public let faults: [Fault]

    init(_ html: () -> HTML<Action>) {
        let limits = PageLimits(nodes: .max, bytes: .max)
        let budget = HTMLBudget(limits)
        nodes = HTMLBudget.$current.withValue(budget) { html().nodes.flatMap { $0.withoutRows() } }
        faults = budget.faults
    }

    /// The HTML in one line, as a document contains it, without references to controls.
    public var html: String {
        var writer = HTMLWriter()
        for node in nodes { writer.write(node) }
        return writer.source
    }

    /// The visible and hidden texts of all elements, one after the other.
    public var text: String { nodes.map(\.plainText).joined() }

    /// Returns the button with this text or ARIA label. A button that submits a form is found too.
    ///
    /// - Throws: ``RenderedViewError``, if there is no such button, or several.
    public func button(_ label: String) throws(RenderedViewError) -> RenderedElement<Action> {
        try find("button", label) { $0.element.tag == .button }
    }

    /// Returns the link with this text or ARIA label.
    ///
    /// - Throws: ``RenderedViewError``, if there is no such link, or several.
    public func link(_ label: String) throws(RenderedViewError) -> RenderedElement<Action> {
        try find("link", label) { $0.element.tag == .a }
    }

    /// Returns the field with this label: its ARIA label, the text of the `label` around it, or its name in a form.
    ///
    /// - Throws: ``RenderedViewError``, if there is no such field, or several.
    public func field(_ label: String) throws(RenderedViewError) -> RenderedElement<Action> {
        try find("field", label) { $0.element.isField && $0.element["type"] != "hidden" && !$0.isInRadioGroup }
    }

    /// Returns the element with this ID.
    ///
    /// - Throws: ``RenderedViewError``, if there is no such element, or several.
    public func element(id: String) throws(RenderedViewError) -> RenderedElement<Action> {
        try only(
            all.filter { $0.element["id"] == id }, "element with the ID", id,
            others: all.compactMap { $0.element["id"] })
    }

    private func find(
        _ kind: String, _ label: String, _ isIncluded: (RenderedElement<Action>) -> Bool
    ) throws(RenderedViewError) -> RenderedElement<Action> {
        let candidates = all.filter(isIncluded)
        return try only(
            candidates.filter { $0.labels.contains(label) }, kind, label, others: candidates.compactMap(\.labels.first))
    }

    private func only(
        _ found: [RenderedElement<Action>], _ kind: String, _ label: String, others: [String]
    ) throws(RenderedViewError) -> RenderedElement<Action> {
        if found.count == 1 { return found[0] }
        let known = others.map { "“\($0)”" }.joined(separator: ", ")
        throw RenderedViewError(
            found.isEmpty
                ? "The view has no \(kind) “\(label)”. It has: \(known.isEmpty ? "none" : known)."
                : "The view has \(found.count) elements of the kind \(kind) “\(label)”. Give one of them an ID, and use element(id:)."
        )
    }

    /// All elements, each before its descendants.
    private var all: [RenderedElement<Action>] {
        var found: [RenderedElement<Action>] = []
        func visit(_ node: HTMLNode, _ ancestors: [HTMLElement]) {
            guard let element = node.element else { return }
            found.append(RenderedElement(element, ancestors))
            for child in element.children { visit(child, ancestors + [element]) }
        }
        for node in nodes { visit(node, []) }
        return found
    }
}

extension WebModule {
    /// Returns the view of a state without a browser, for tests.
    ///
    /// Regions are empty, and there are no buttons that the page adds by itself.
    public func render(_ state: State) -> RenderedView<Action> { RenderedView { view(state) } }
}

extension HTML {
    /// Returns the fragment without a browser, for tests.
    public func render() -> RenderedView<Action> { RenderedView { self } }
}

extension HTMLNode {
    /// The texts of the node and its descendants.
    var plainText: String {
        switch content {
        case .text(let text): text
        case .element(let element): element.plainText
        case .rows(let rows): rows.flatNodes.map(\.plainText).joined()
        }
    }
}

extension HTMLElement {
    var plainText: String { children.map(\.plainText).joined() }
}
