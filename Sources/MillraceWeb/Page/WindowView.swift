import MillraceModules
import Millrace

/// Combines the views of all scenes into one page: the window's stack, and the sheets above it.
struct WindowView {
    let tree: SceneTree
    let views: [Navigator.Scene.ID: SceneView]
    private let texts: PageTexts
    private let stacks: SceneStacks

    init(_ tree: SceneTree, _ views: [Navigator.Scene.ID: SceneView], _ texts: PageTexts) {
        (self.tree, self.views, self.texts, stacks) = (tree, views, texts, SceneStacks(tree))
    }

    /// The root element of the page.
    var page: HTMLElement {
        var layers: [HTMLNode] = []
        if !stacks.root.isEmpty {
            let window = HTMLElement(.div, [HTMLAttribute("class", "m-window")], sections(stacks.root, .window))
            // The landmark of the page, which assistive technology can go to.
            window["role"] = stacks.root.last.flatMap { views[$0.id]?.hasMain } == true ? nil : "main"
            window["inert"] = stacks.modals.isEmpty ? nil : ""
            layers.append(HTMLNode(identity: 0, isKeyed: true, .element(window)))
        }
        for (index, stack) in stacks.modals.enumerated() {
            let isCovered = index < stacks.modals.count - 1
            layers.append(layer(stack, isCovered: isCovered))
        }
        return HTMLElement(.div, [HTMLAttribute("id", "m-page")], layers)
    }

    /// The scenes behind the topmost sheet. A person cannot use them.
    var coveredScenes: [Navigator.Scene.ID] {
        guard let top = stacks.modals.last else { return [] }
        var usable = Set(top.map(\.id))
        // A scene follows the one that embeds it, and the one below it.
        return tree.scenes.compactMap { scene in
            switch scene.position {
            case .place(_, let lower) where usable.contains(lower), .above(let lower) where usable.contains(lower):
                usable.insert(scene.id)
            default: break
            }
            return usable.contains(scene.id) ? nil : scene.id
        }
    }

    private func layer(_ stack: [Navigator.Scene], isCovered: Bool) -> HTMLNode {
        let number = stack[0].id.number
        let attributes = [
            HTMLAttribute("class", "m-sheet"), HTMLAttribute("role", "dialog"), HTMLAttribute("aria-modal", "true"),
            HTMLAttribute("aria-label", stack.last.flatMap { views[$0.id]?.title } ?? ""),
        ]
        let sheet = HTMLElement(.div, attributes, sections(stack, .sheet))
        let layer = HTMLElement(
            .div, [HTMLAttribute("class", "m-layer"), HTMLAttribute("data-layer", "\(number)")], [HTMLNode(sheet)])
        layer["inert"] = isCovered ? "" : nil
        return HTMLNode(identity: number, isKeyed: true, .element(layer))
    }

    /// The part of a page that contains a stack.
    private enum Place { case window, sheet, region }

    private func sections(_ stack: [Navigator.Scene], _ place: Place) -> [HTMLNode] {
        stack.enumerated().compactMap { index, scene in
            guard let view = views[scene.id] else { return nil }
            let back: [(String, HTMLControl.Kind)] = index > 0 ? [(texts[.back], .dismiss)] : []
            let close: [(String, HTMLControl.Kind)] = place == .sheet ? [(texts[.close], .dismissSheet)] : []
            let section = section(of: view, dismissButtons: view.hasDismissControl ? [] : back + close)
            // Each page has a heading for assistive technology.
            if place != .region, !view.hasHeading {
                let title = HTMLElement("h1", [HTMLAttribute("class", "m-title")], [HTMLNode(.text(view.title))])
                section.setChildren([HTMLNode(identity: .max - 1, .element(title))] + section.children)
            }
            section["data-covered"] = index < stack.count - 1 ? "" : nil
            return HTMLNode(identity: scene.id.number, .element(section))
        }
    }

    private func section(of view: SceneView, dismissButtons: [(label: String, kind: HTMLControl.Kind)]) -> HTMLElement {
        var nodes = view.nodes.map { resolved($0, in: view.id) }
        if !dismissButtons.isEmpty {
            let buttons = dismissButtons.enumerated().map { index, dismissal in
                let attributes = [HTMLAttribute("type", "submit"), HTMLAttribute("class", "m-dismiss")]
                let button = HTMLElement(.button, attributes, [HTMLNode(.text(dismissal.label))])
                button.control = .dismiss(dismissal.kind)
                return HTMLNode(identity: UInt64(index), .element(button))
            }
            let bar = HTMLElement(.div, [HTMLAttribute("class", "m-bar")], buttons)
            // No statement of a view has this identity.
            nodes.insert(HTMLNode(identity: .max, .element(bar)), at: 0)
        }
        let attributes = [
            HTMLAttribute("class", "m-page"), HTMLAttribute("data-scene", "\(view.id)"),
            HTMLAttribute("data-module", view.module), HTMLAttribute("tabindex", "-1"),
        ]
        let section = HTMLElement(.section, attributes, nodes)
        if section.hasField {
            section[FieldKey.attribute] = FieldKey.text(of: "\(view.module)/\(view.currentPath ?? "")")
        }
        section.scene = view.id
        return section
    }

    /// Returns the node with its embedded scenes. A node without regions stays the same object.
    private func resolved(_ node: HTMLNode, in scene: Navigator.Scene.ID) -> HTMLNode {
        guard let element = node.element, element.hasRegion || element.region != nil else { return node }
        let copy = HTMLElement(element)
        if let name = element.region {
            copy.children = sections(stacks.embedded[.init(scene: scene, name: name)] ?? [], .region)
        } else {
            copy.children = element.children.map { resolved($0, in: scene) }
        }
        return HTMLNode(identity: node.identity, isKeyed: node.isKeyed, .element(copy))
    }
}

/// The scenes of a window by stack, each from bottom to top.
struct SceneStacks {
    struct Region: Hashable {
        let scene: Navigator.Scene.ID
        let name: String
    }

    private(set) var root: [Navigator.Scene] = []
    private(set) var modals: [[Navigator.Scene]] = []
    private(set) var embedded: [Region: [Navigator.Scene]] = [:]

    /// The scenes of the window and then those of each sheet, from the bottom.
    var window: [Navigator.Scene] { modals.reduce(into: root) { $0 += $1 } }

    init(_ tree: SceneTree) {
        // The stack that contains a scene.
        enum Stack { case root, modal(Int), embedded(Region) }
        var stackOfScene: [Navigator.Scene.ID: Stack] = [:]
        for scene in tree.scenes {
            let stack: Stack =
                switch scene.position {
                case .root: .root
                case .modal: .modal(modals.count)
                case .place(let name, let host): .embedded(Region(scene: host, name: name))
                case .above(let lower): stackOfScene[lower] ?? .root
                }
            stackOfScene[scene.id] = stack
            switch stack {
            case .root: root.append(scene)
            case .modal(let index) where index == modals.count: modals.append([scene])
            case .modal(let index): modals[index].append(scene)
            case .embedded(let name): embedded[name, default: []].append(scene)
            }
        }
    }
}
