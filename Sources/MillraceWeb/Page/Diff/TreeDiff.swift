import MillraceModules
import Millrace

/// Compares the drawn element tree with the new one, and writes the differences for the browser.
///
/// Siblings with the same identity are the same element. An identical object has not changed. The result is a list of
/// operations, which the browser applies in order: an element's list of children first, then each child.
struct TreeDiff {
    /// The sequence number of the page with these changes.
    let sequence: Int
    /// The references of the drawn controls.
    var references: ControlReferences
    var templates: Templates
    /// The definitions of new templates.
    var newDefinitions: [String] = []
    var operations = JSONWriter()
    /// The loops with rows that were drawn. These rows become compact when they have been sent.
    var drawnRows: [HTMLRows] = []
    var path: [Int] = []
    var scene: Navigator.Scene.ID?
    /// The outermost element around the current one that requires valid fields.
    var group: FieldGroup?
    /// The controls of a discarded tree that is drawn again, and the position of the current element in it.
    var discarded: DiscardedTree?
    var position = 0

    init(sequence: Int, references: ControlReferences, templates: Templates) {
        (self.sequence, self.references, self.templates) = (sequence, references, templates)
    }

    /// Draws the first tree.
    mutating func drawFirst(_ root: HTMLElement) { _ = drawn(HTMLNode(root)) }

    /// Draws a tree in place of one that was discarded. A control at the same position keeps its reference.
    ///
    /// - Returns: Whether a browser that shows the discarded tree shows this one.
    mutating func restore(_ root: HTMLElement, _ discarded: DiscardedTree) -> Bool {
        self.discarded = discarded
        drawFirst(root)
        for control in self.discarded?.controls.values.map(\.self) ?? [] {
            references.retire(control.reference, at: sequence)
        }
        self.discarded = nil
        return root.contentHash == discarded.content
    }

    /// Writes the operations that turn `old` into `new`.
    mutating func change(_ old: HTMLElement, to new: HTMLElement) {
        if old === new { return }
        let outer = (scene, group)
        if let newScene = new.scene { scene = newScene }
        enterGroup(of: new, old.fieldGroup)
        new.isDrawn = true
        transferReference(old, new)
        changeAttributes(old, new)
        changeChildren(old, new)
        (scene, group) = outer
    }

    /// Makes the group of an element that is drawn the current one. A group remains the same while its element does.
    private mutating func enterGroup(of element: HTMLElement, _ old: FieldGroup? = nil) {
        guard let new = element.fieldGroup else { return }
        let own = old ?? new
        (element.fieldGroup, own.element) = (own, element)
        group = group ?? own
    }

    /// Keeps the reference of the control, if both controls have the same meaning.
    private mutating func transferReference(_ old: HTMLElement, _ new: HTMLElement) {
        if old.reference == nil, new.control == nil { return }
        let control = new.usableControl
        if let control, let reference = old.reference, let drawn = old.control, control.isSame(as: drawn) {
            new.reference = reference
            references.update(reference, control, of: new, in: group)
            return
        }
        if let reference = old.reference { references.retire(reference, at: sequence) }
        new.reference = reference(for: control, of: new)
    }

    private mutating func reference(for control: HTMLControl?, of element: HTMLElement) -> ControlReference? {
        guard let control, let scene else { return nil }
        if let reference = takeDiscarded(control, element) { return reference }
        return references.add(control, of: element, in: scene, group)
    }

    /// Returns the reference that a control had in the discarded tree, if it had the same meaning there.
    private mutating func takeDiscarded(_ control: HTMLControl, _ element: HTMLElement) -> ControlReference? {
        guard let known = discarded?.take(position) else { return nil }
        guard let old = references[known.reference]?.control, control.isSame(as: old) else {
            references.retire(known.reference, at: sequence)
            return nil
        }
        references.update(known.reference, control, of: element, in: group)
        if element.valueHash != known.value {
            let value = element["type"] == "checkbox" ? element["checked"] : element["value"]
            references.recordChange(of: known.reference, to: value, at: sequence)
        }
        return known.reference
    }

    // MARK: Attributes

    private mutating func changeAttributes(_ old: HTMLElement, _ new: HTMLElement) {
        // A control with the same reference has the same kind and events.
        if old.reference == new.reference, old.attributes == new.attributes { return }
        let (before, after) = (old.drawnAttributes, new.drawnAttributes)
        var changed: [(name: String, value: String?)] = []
        for attribute in after {
            let old = before.first { $0.name == attribute.name }?.value
            if old.map(attribute.value.hasSameBytes) != true { changed.append((attribute.name, attribute.value)) }
        }
        for attribute in before where !after.contains(where: { $0.name == attribute.name }) {
            changed.append((attribute.name, nil))
        }
        if new.isField {
            let name = new.isBox ? "checked" : "value"
            for change in changed where change.name == name { changeValue(name, change.value, of: new) }
            changed.removeAll { $0.name == name }
        }
        if changed.isEmpty { return }
        beginOperation("a")
        operations.raw(",{")
        for (name, value) in changed {
            operations.separate()
            operations.string(name)
            operations.raw(":")
            if let value { operations.string(value) } else { operations.raw("null") }
        }
        operations.raw("}]")
    }

    private mutating func changeValue(_ name: String, _ value: String?, of element: HTMLElement) {
        if let reference = element.reference { references.recordChange(of: reference, to: value, at: sequence) }
        beginOperation("v")
        operations.raw(",")
        if element.isBox { operations.raw(value == nil ? "false" : "true") } else { operations.string(value ?? "") }
        operations.raw("]")
    }

    mutating func beginOperation(_ name: String) {
        operations.separate()
        operations.raw("[\"\(name)\",[\(path.map { "\($0)" }.joined(separator: ","))]")
    }

    // MARK: Children

    private mutating func changeChildren(_ old: HTMLElement, _ new: HTMLElement) {
        // A browser keeps the text of a `textarea` as its value.
        if new.tag == .textarea || (old.children.isEmpty && new.children.isEmpty) { return }
        let oldIndices = moveChildren(old, new)
        let (oldChildren, newChildren) = (old.children, new.children)
        var place = 0
        for (index, child) in newChildren.enumerated() {
            if let oldIndex = oldIndices.map({ $0[index] }) ?? index,
                let copy = change(oldChildren[oldIndex], to: child, at: place)
            {
                new.children[index] = copy
            }
            place += child.width
        }
    }

    /// Writes the steps that reorder the children, insert new ones and remove old ones.
    ///
    /// - Returns: For each new child, the index of the old child that it replaces; `nil` if all have the same index.
    private mutating func moveChildren(_ old: HTMLElement, _ new: HTMLElement) -> [Int?]? {
        let (oldChildren, newChildren) = (old.children, new.children)
        if ChildDiff.areSame(oldChildren, newChildren) { return nil }
        let childDiff = ChildDiff(oldChildren, newChildren)
        beginOperation("c")
        operations.raw(",[")
        for step in childDiff.steps() { write(step, old, new) }
        operations.raw("]]")
        return childDiff.oldIndices
    }

    /// Writes the changes of a child, whose first node has this index.
    ///
    /// - Returns: A copy that is drawn in place of the child, because the child is also drawn elsewhere, and its reference belongs to
    ///   that position; `nil` if there is none.
    private mutating func change(_ old: HTMLNode, to new: HTMLNode, at place: Int) -> HTMLNode? {
        var (drawn, isCopy) = (new, false)
        switch (old.content, new.content) {
        case (.rows(let oldRows), .rows(var newRows)):
            if oldRows === newRows { return nil }
            if newRows.isComplete {
                newRows = newRows.mapped()
                (drawn.content, isCopy) = (.rows(newRows), true)
            }
            changeRows(oldRows, to: newRows, at: place)
        default:
            if let element = new.element, element.isDrawn, element !== old.element {
                (drawn.content, isCopy) = (.element(HTMLElement(element)), true)
            }
            path.append(place)
            change(old, to: drawn)
            path.removeLast()
        }
        return isCopy ? drawn : nil
    }

    mutating func change(_ old: HTMLNode, to new: HTMLNode) {
        switch (old.content, new.content) {
        case (.element(let old), .element(let new)): change(old, to: new)
        case (.text(let old), .text(let new)) where !old.hasSameBytes(as: new):
            beginOperation("x")
            operations.raw(",")
            operations.string(new)
            operations.raw("]")
        default: break
        }
    }

    private mutating func write(_ step: ChildDiff.Step, _ old: HTMLElement, _ new: HTMLElement) {
        operations.separate()
        switch step {
        case .remove(let index, let removed, let count):
            for oldIndex in removed { retire(old.children[oldIndex]) }
            operations.raw("[\"-\",\(index),\(count)]")
        case .insert(let range, let place):
            operations.raw("[\"+\",\(place),[")
            for index in range {
                new.children[index] = drawn(new.children[index])
                operations.separate()
                templates.write(new.children[index], to: &operations, newDefinitions: &newDefinitions)
            }
            operations.raw("]]")
        case .move(let from, let to): operations.raw("[\">\",\(from),\(to)]")
        }
    }

    mutating func retire(_ node: HTMLNode) {
        if case .rows(let rows) = node.content { return retire(rows) }
        guard let element = node.element else { return }
        if let reference = element.reference { references.retire(reference, at: sequence) }
        for child in element.children { retire(child) }
    }

    /// Gives references to a new node and its descendants. Copies an element that is already drawn elsewhere.
    mutating func drawn(_ node: HTMLNode) -> HTMLNode {
        if case .rows(let rows) = node.content { return drawn(rows, node) }
        guard var element = node.element else { return node }
        if element.isDrawn { element = HTMLElement(element) }
        let (outer, outerPosition) = ((scene, group), position)
        if let newScene = element.scene { scene = newScene }
        enterGroup(of: element)
        if discarded != nil { position = DiscardedTree.position(of: node, element, in: position) }
        element.isDrawn = true
        element.reference = reference(for: element.usableControl, of: element)
        for (index, child) in element.children.enumerated() {
            switch child.content {
            case .text: break
            case .rows: element.children[index] = drawn(child)
            case .element(let inner):
                let drawn = drawn(child)
                if drawn.element !== inner { element.children[index] = drawn }
            }
        }
        ((scene, group), position) = (outer, outerPosition)
        return HTMLNode(identity: node.identity, isKeyed: node.isKeyed, .element(element))
    }
}

extension HTMLTag {
    /// Whether the browser keeps user input as the value of the element, not as an attribute.
    var isField: Bool { self == .input || self == .textarea || self == .select }
}
