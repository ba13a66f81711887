import TestSupport
import MillraceHistory
import MillraceModules
import Millrace
import Testing

/// Runs ten thousand random operations, with the sanitizer a tenth of them, and compares the tree with a model after each one.
@MainActor struct RandomTreeTests {
    // Add another seed here. A failure names its seed and its operation.
    @Test(
        "after each of many random operations the tree equals the model's, and nothing else is alive",
        arguments: [UInt64(1), 2, 3, 4])
    func agrees(seed: UInt64) async throws {
        let fixture = EngineFixture()
        var window: Navigator? = fixture.window("0", stacked: seed.isMultiple(of: 2))
        var model = TreeModel(root: "0", stacked: seed.isMultiple(of: 2))
        let subscriber = Subscriber()
        window?.attach(subscriber)
        var generator = SeededGenerator(seed: seed)
        for number in 1...repetitions(2_500) {
            guard let window, let name = model.names.randomElement(using: &generator) else { break }
            let step = Step.random(named: "\(number)", in: model, of: name, using: &generator)
            let faults = fixture.faults.count
            step.perform(by: name, in: window)
            let errors = model.perform(step, by: name)
            let what = Comment(rawValue: "seed \(seed), operation \(number): \(name) \(step)")
            try #require(window.outline == model.outline, what)
            // A person's request without effect is not a fault.
            try #require(fixture.faults.count - faults == (step.isRequest ? 0 : errors), what)
            let resources = fixture.engine.resources
            let count = model.names.count
            try #require([resources.scenes, resources.stores, resources.effects] == [count, count, count], what)
            // One for each scene, and one for the host.
            try #require(resources.subscribers == count + 1 && subscriber.added == subscriber.removed + count, what)
            try #require(resources.messages == 0, what)
        }
        #expect(fixture.faultKinds.allSatisfy { $0 == .invalidNavigation })
        window = nil
        expectNothingLeft(of: fixture.engine)
    }
}

/// Subscribes to each added scene. The subscription ends with the scene.
private final class Subscriber: Navigator.Host {
    private(set) var added = 0
    private(set) var removed = 0

    func draw(_ changes: [SceneChange], of navigator: Navigator) {
        for change in changes {
            switch change {
            case .added(let scene):
                added += 1
                navigator.store(of: scene.id, as: Page.self)?.subscribe(to: \.inputs) { _ in }
            case .removed: removed += 1
            }
        }
    }
}

/// An operation on a tree.
private enum Step: CustomStringConvertible {
    /// The operations that a router requests at once.
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
        // A router that continues may have closed its own scene.
        let count = Int.random(in: 0..<4, using: &generator) == 0 ? Int.random(in: 2...4, using: &generator) : 1
        return .ways((0..<count).map { way(named: "\(name).\($0)", in: model, of: scene, using: &generator) })
    }

    private static func way(
        named name: String, in model: TreeModel, of scene: String, using generator: inout SeededGenerator
    ) -> Way {
        let place = ["x", "y"].randomElement(using: &generator)
        let child = model.children(of: scene).randomElement(using: &generator)
        // Additions become rarer as the tree grows, which limits its size.
        let mayAdd = Int.random(in: 0..<30, using: &generator) > model.names.count
        switch Int.random(in: 0..<(mayAdd ? 6 : 11), using: &generator) {
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
        case .dismiss: "dismiss, requested by the person"
        }
    }
}

/// A slow and simple tree. It finds the scenes to remove by checking all scenes repeatedly.
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

    /// One of the containers of a scene, with the page in it and, if the container is a layer, its number.
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

    private var allPositions: [[ModelPosition]] { layers.indices.flatMap { all(layers[$0], $0, []) } }
    var names: [String] { allPositions.map { $0[0].page.name } }

    func children(of name: String) -> [String] {
        allPositions.map { $0[0].page }.filter { $0.presenter == name }.map(\.name)
    }

    private func position(_ name: String) -> [ModelPosition] { allPositions.first { $0[0].page.name == name } ?? [] }

    // MARK: Changing

    /// Performs a step, and returns how many of its parts are invalid.
    mutating func perform(_ step: Step, by name: String) -> Int {
        switch step {
        case .ways(let ways):
            var errors = 0
            for way in ways where !perform(way, by: name) { errors += 1 }
            return errors
        case .back: return perform(.pop, by: name) ? 0 : 1
        case .dismiss: return perform(Way.dismiss, by: name) ? 0 : 1
        }
    }

    /// Performs one part, and returns whether it is valid. It is invalid for a removed scene.
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
            if let old = here.page.places.first(where: { $0.name == place }) { remove(old.container.pages[0].name) }
            change { container in
                for index in container.pages.indices where container.pages[index].name == name {
                    container.pages[index].places.append(
                        (place, ModelContainer(stacked: stacked, pages: [Page(name: new, presenter: name)])))
                }
            }
        case .dismiss:
            guard let layer = position.last?.layer, layer > 0 else { return false }
            remove(layers[layer].pages[0].name)
        case .pop:
            guard let stack = position.first(where: \.container.stacked),
                stack.page.name != stack.container.pages[0].name
            else { return false }
            remove(stack.page.name)
        case .popToRoot:
            guard let stack = position.first(where: \.container.stacked) else { return false }
            if stack.container.pages.count > 1 { remove(stack.container.pages[1].name) }
        case .unembed(nil):
            guard let place = position.first(where: { $0.layer == nil }) else { return false }
            remove(place.container.pages[0].name)
        case .unembed(let place?):
            guard let place = here.page.places.first(where: { $0.name == place }) else { return false }
            remove(place.container.pages[0].name)
        case .close(nil):
            guard name != layers[0].pages[0].name else { return false }
            remove(name)
        case .close(let child?):
            guard children(of: name).contains(child) else { return false }
            remove(child)
        }
        return true
    }

    /// Removes a scene and all that depend on it. Checks all scenes until none is added.
    private mutating func remove(_ name: String) {
        var removed: Set<String> = [name]
        var count = 0
        while count != removed.count {
            count = removed.count
            for position in allPositions {
                let page = position[0].page
                let isInRemovedPage = position.dropFirst().contains { removed.contains($0.page.name) }
                let isAboveRemovedPage = position.contains { position in
                    position.container.pages.prefix { $0.name != position.page.name }.contains {
                        removed.contains($0.name)
                    }
                }
                if isInRemovedPage || isAboveRemovedPage || page.presenter.map(removed.contains) == true {
                    removed.insert(page.name)
                }
            }
        }
        change { container in
            container.pages.removeAll { removed.contains($0.name) }
            for index in container.pages.indices {
                container.pages[index].places.removeAll {
                    $0.container.pages.isEmpty || removed.contains($0.container.pages[0].name)
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
            var result: [String] = []
            for (index, page) in container.pages.enumerated() {
                result.append("\(String(repeating: "  ", count: depth))\(index == 0 ? mark : "› ")\(page.name)")
                for place in page.places { result += lines(place.container, depth + 1, "\(place.name): ") }
            }
            return result
        }
        var result: [String] = []
        for (index, layer) in layers.enumerated() { result += lines(layer, 0, index == 0 ? "" : "= ") }
        return result.joined(separator: "\n")
    }
}
