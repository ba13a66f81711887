import TestSupport
import MillraceInspection
import MillraceModules
import Millrace
import Testing

/// Ten thousand random operations, with a model of the tree beside it.
@MainActor struct RandomTreeTests {
    // Another seed: put it here; the failure names the one that failed, and how far it came.
    @Test(
        "after each of 10,000 random operations the tree is the model's, and nothing else is alive",
        arguments: [1, 2, 3, 4])
    func agrees(seed: UInt64) async throws {
        let fixture = EngineFixture()
        var window: Navigator? = fixture.window("0", stacked: seed.isMultiple(of: 2))
        var model = TreeModel(root: "0", stacked: seed.isMultiple(of: 2))
        let subscriber = Subscriber()
        window?.attach(subscriber)
        var generator = SeededGenerator(seed: seed)
        for number in 1...2_500 {
            guard let window, let name = model.names.randomElement(using: &generator) else { break }
            let step = Step.random(named: "\(number)", in: model, of: name, using: &generator)
            let faults = fixture.faults.count
            step.perform(by: name, in: window)
            let misfits = model.perform(step, by: name)
            let what = Comment(rawValue: "seed \(seed), operation \(number): \(name) \(step)")
            try #require(window.outline == model.outline, what)
            // What the person asks for in vain is no fault.
            try #require(fixture.faults.count - faults == (step.isRequest ? 0 : misfits), what)
            let resources = fixture.engine.resources
            let count = model.names.count
            try #require([resources.scenes, resources.stores, resources.effects] == [count, count, count], what)
            // One for each scene, and the host itself.
            try #require(resources.subscribers == count + 1 && subscriber.added == subscriber.removed + count, what)
            try #require(resources.messages == 0, what)
        }
        #expect(fixture.faultKinds.allSatisfy { $0 == .invalidNavigation })
        window = nil
        expectNothingLeft(of: fixture.engine)
    }
}

/// Subscribes to each scene that begins, and leaves it to the scene to end that.
private final class Subscriber: Navigator.Host {
    private(set) var added = 0
    private(set) var removed = 0

    func draw(_ changes: [SceneChange], of navigator: Navigator) {
        for change in changes {
            switch change {
            case .added(let scene):
                added += 1
                navigator.store(of: scene.id, as: Page.self)?.subscribe(to: \.told) { _ in }
            case .removed: removed += 1
            }
        }
    }
}

/// What is done to a tree.
private enum Step: CustomStringConvertible {
    /// What a router asks for at once.
    case ways([Way])
    case back
    case dismiss

    var isRequest: Bool {
        if case .ways = self { false } else { true }
    }

    static func random(
        named name: String, in model: TreeModel, of scene: String, using generator: inout SeededGenerator
    )
        -> Step
    {
        if Int.random(in: 0..<12, using: &generator) == 0 { return .random(using: &generator) ? .back : .dismiss }
        // A router that goes on may have closed its own scene.
        let count = Int.random(in: 0..<4, using: &generator) == 0 ? Int.random(in: 2...4, using: &generator) : 1
        return .ways((0..<count).map { way(named: "\(name).\($0)", in: model, of: scene, using: &generator) })
    }

    private static func way(
        named name: String, in model: TreeModel, of scene: String, using generator: inout SeededGenerator
    ) -> Way {
        let place = ["x", "y"].randomElement(using: &generator)
        let child = model.children(of: scene).randomElement(using: &generator)
        // Ways in lose their weight as the tree grows, so that it stays of a size.
        let entering = Int.random(in: 0..<30, using: &generator) > model.names.count
        switch Int.random(in: 0..<(entering ? 6 : 11), using: &generator) {
        case 0, 1: return .show(name)
        case 2: return .present(name, stacked: .random(using: &generator))
        case 3, 4: return .embed(place ?? "x", name, stacked: .random(using: &generator))
        case 5:
            if Int.random(in: 0..<20, using: &generator) > 0 { return .show(name) }
            return .replace(name, stacked: .random(using: &generator))
        case 6: return .dismiss
        case 7: return .pop
        case 8: return .popToRoot
        case 9: return .unembed(.random(using: &generator) ? place : nil)
        default: return .close(.random(using: &generator) ? child : nil)
        }
    }

    @MainActor func perform(by name: String, in window: Navigator) {
        guard
            let scene = window.tree.scenes.first(where: { window.store(of: $0.id, as: Page.self)?.state.name == name })
        else { return }
        switch self {
        case .ways(let ways): window.go(name, ways.count == 1 ? ways[0] : .several(ways))
        case .back: window.request(.back(from: scene.id))
        case .dismiss: window.request(.dismiss(scene.id))
        }
    }

    var description: String {
        switch self {
        case .ways(let ways): "\(ways)"
        case .back: "back"
        case .dismiss: "dismiss, asked by the person"
        }
    }
}

/// A tree that is slow and plain: it says who goes by asking everybody, again and again.
private struct TreeModel {
    struct ModelContainer {
        var stacked: Bool
        var pages: [Page]
    }

    struct Page {
        let name: String
        let presenter: String?
        var places: [(name: String, container: ModelContainer)] = []
    }

    /// The window, and the modal layers over it.
    private var layers: [ModelContainer]

    init(root: String, stacked: Bool) {
        layers = [ModelContainer(stacked: stacked, pages: [Page(name: root, presenter: nil)])]
    }

    /// The frames that a scene stands in, the nearest first: each with the layer that it is, if it is one.
    private struct ModelPosition {
        var container: ModelContainer
        var page: Page
        var layer: Int?
    }

    private func all(_ container: ModelContainer, _ layer: Int?, _ outer: [ModelPosition]) -> [[ModelPosition]] {
        container.pages.flatMap { page in
            let here = [ModelPosition(container: container, page: page, layer: layer)] + outer
            return [here] + page.places.flatMap { all($0.container, nil, here) }
        }
    }

    private var everybody: [[ModelPosition]] { layers.indices.flatMap { all(layers[$0], $0, []) } }
    var names: [String] { everybody.map { $0[0].page.name } }

    func children(of name: String) -> [String] {
        everybody.map { $0[0].page }.filter { $0.presenter == name }.map(\.name)
    }

    private func position(_ name: String) -> [ModelPosition] { everybody.first { $0[0].page.name == name } ?? [] }

    // MARK: Changing

    /// Does it, and says how much of it does not fit.
    mutating func perform(_ step: Step, by name: String) -> Int {
        switch step {
        case .ways(let ways):
            var misfits = 0
            for way in ways where !perform(way, by: name) { misfits += 1 }
            return misfits
        case .back: return perform(.pop, by: name) ? 0 : 1
        case .dismiss: return perform(Way.dismiss, by: name) ? 0 : 1
        }
    }

    /// Does it, and says whether it fits; for a scene that has gone nothing does.
    private mutating func perform(_ way: Way, by name: String) -> Bool {
        let position = position(name)
        guard let here = position.first else { return false }
        switch way {
        case .several: return false
        case .replace(let new, let stacked): self = TreeModel(root: new, stacked: stacked)
        case .present(let new, let stacked):
            layers.append(ModelContainer(stacked: stacked, pages: [Page(name: new, presenter: name)]))
        case .show(let new):
            let page = Page(name: new, presenter: name)
            guard let stack = position.first(where: \.container.stacked) else {
                layers.append(ModelContainer(stacked: false, pages: [page]))
                return true
            }
            change { container in
                if container.pages[0].name == stack.container.pages[0].name { container.pages.append(page) }
            }
        case .embed(let place, let new, let stacked):
            if let old = here.page.places.first(where: { $0.name == place }) { leave(old.container.pages[0].name) }
            change { container in
                for index in container.pages.indices where container.pages[index].name == name {
                    container.pages[index].places.append(
                        (place, ModelContainer(stacked: stacked, pages: [Page(name: new, presenter: name)])))
                }
            }
        case .dismiss:
            guard let layer = position.last?.layer, layer > 0 else { return false }
            leave(layers[layer].pages[0].name)
        case .pop:
            guard let stack = position.first(where: \.container.stacked),
                stack.page.name != stack.container.pages[0].name
            else { return false }
            leave(stack.page.name)
        case .popToRoot:
            guard let stack = position.first(where: \.container.stacked) else { return false }
            if stack.container.pages.count > 1 { leave(stack.container.pages[1].name) }
        case .unembed(nil):
            guard let place = position.first(where: { $0.layer == nil }) else { return false }
            leave(place.container.pages[0].name)
        case .unembed(let place?):
            guard let place = here.page.places.first(where: { $0.name == place }) else { return false }
            leave(place.container.pages[0].name)
        case .close(nil):
            guard name != layers[0].pages[0].name else { return false }
            leave(name)
        case .close(let child?):
            guard children(of: name).contains(child) else { return false }
            leave(child)
        }
        return true
    }

    /// Takes away who must go, found by asking everybody until nobody is added.
    private mutating func leave(_ name: String) {
        var gone: Set<String> = [name]
        var count = 0
        while count != gone.count {
            count = gone.count
            for position in everybody {
                let page = position[0].page
                let isOnAGoingPage = position.dropFirst().contains { gone.contains($0.page.name) }
                let isUponAGoingPage = position.contains { position in
                    position.container.pages.prefix { $0.name != position.page.name }.contains {
                        gone.contains($0.name)
                    }
                }
                if isOnAGoingPage || isUponAGoingPage || page.presenter.map(gone.contains) == true {
                    gone.insert(page.name)
                }
            }
        }
        change { container in
            container.pages.removeAll { gone.contains($0.name) }
            for index in container.pages.indices {
                container.pages[index].places.removeAll {
                    $0.container.pages.isEmpty || gone.contains($0.container.pages[0].name)
                }
            }
        }
        layers.removeAll(where: \.pages.isEmpty)
    }

    /// Changes every container.
    private mutating func change(_ body: (inout ModelContainer) -> Void) {
        func all(_ container: inout ModelContainer) {
            body(&container)
            for page in container.pages.indices {
                for place in container.pages[page].places.indices {
                    all(&container.pages[page].places[place].container)
                }
            }
        }
        for index in layers.indices { all(&layers[index]) }
    }

    // MARK: Printing

    var outline: String {
        func lines(_ container: ModelContainer, _ depth: Int, _ mark: String) -> [String] {
            container.pages.enumerated().flatMap { index, page in
                [String(repeating: "  ", count: depth) + (index == 0 ? mark : "› ") + page.name]
                    + page.places.flatMap { lines($0.container, depth + 1, "\($0.name): ") }
            }
        }
        return layers.enumerated().flatMap { lines($1, 0, $0 == 0 ? "" : "= ") }.joined(separator: "\n")
    }
}
