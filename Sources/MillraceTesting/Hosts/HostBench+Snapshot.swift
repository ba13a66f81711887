import MillraceInspection
import MillraceModules
import Millrace

// What the suite compares.
extension HostConformance.Snapshot {
    /// What a host of the navigator should show now.
    init(of navigator: Navigator) { self.init(navigator.tree.scenes) { navigator.text(of: $0) } }

    /// The scenes that lie on top, which a person can touch wherever a host covers the others: the last of the highest
    /// layer, and what is embedded in it.
    var reachable: [(item: Item, isPushed: Bool)] {
        func all(_ stack: [Item]) -> [(item: Item, isPushed: Bool)] {
            guard let last = stack.last else { return [] }
            return [(last, stack.count > 1)] + last.places.sorted { $0.key < $1.key }.flatMap { all($0.value) }
        }
        return all(modals.last ?? root)
    }
}

extension Navigator {
    fileprivate func text(of scene: Navigator.Scene) -> String {
        store(of: scene.id, as: HostConformance.Page.self)?.state.text
            ?? store(of: scene.id, as: HostConformance.Badge.self)?.state.text ?? scene.module
    }
}

extension HostBench {
    /// Demands that every host shows its window as it is.
    func look() async throws {
        for window in windows {
            for host in window.hosts {
                let shown = try await host.snapshot()
                // Only now: more may have happened meanwhile.
                let truth = window.navigator.map { Snapshot(of: $0) } ?? Snapshot()
                if shown != truth { throw Mismatch(failure: unlike(shown, truth)) }
            }
        }
    }

    /// Demands that nothing is wrong in the wiring.
    func demandNoFault() throws {
        if !faults.isEmpty { throw Mismatch(failure: faulty()) }
    }

    /// Demands that the engine keeps alive what `count` says.
    func demand(_ count: KeyPath<ResourceCounts, Int>, _ expected: Int, _ what: String) throws {
        let there = engine.resources[keyPath: count]
        if there != expected { throw Mismatch(failure: left(there, expected, what)) }
    }

    // MARK: A person

    /// Does something as a person, by way of a host, demands that what that means was asked for once, and looks.
    ///
    /// - Parameter meaning: what may be asked for; none of it where `isLate`, because the host may know already.
    private func perform(_ gesture: Gesture, _ meaning: Set<String>, by host: Int, isLate: Bool = false) async throws {
        heard = []
        try await windows[0].hosts[host].perform(gesture)
        engine.processPending()
        let isRight = heard.isEmpty ? isLate : heard.count == 1 && meaning.contains(heard[0])
        if !isRight { throw Mismatch(failure: misheard(gesture, meaning, heard)) }
        try await look()
    }

    func tap(_ label: String, in name: String, _ id: Navigator.Scene.ID? = nil, by host: Int = 0) async throws {
        did("the person taps \(label) in \(name)")
        let id = try id ?? page(name).id
        try await perform(.tap(label, in: id), ["\(label) in \(name)"], by: host)
    }

    func poke(_ name: String) async throws {
        did("the person taps Poke in \(name)")
        let badge = try navigator.tree.scenes.first { scene in
            try navigator.store(of: scene.id, as: Badge.self)?.state.name == name
        }
        guard let badge else { throw Mismatch(failure: missing("The badge \(name)")) }
        try await perform(.tap(Badge.Button.poke.rawValue, in: badge.id), ["Poke in \(name)"], by: 0)
    }

    func back(from name: String, _ id: Navigator.Scene.ID? = nil, by host: Int = 0) async throws {
        did("the person goes back from \(name)")
        let id = try id ?? page(name).id
        try await perform(.back(from: id), ["back from \(id)"], by: host)
    }

    func dismiss(_ name: String, _ id: Navigator.Scene.ID? = nil) async throws {
        did("the person puts \(name) away")
        let id = try id ?? page(name).id
        let layer = try navigator.tree.modals.first { $0.first?.id == id } ?? []
        try await perform(.dismiss(id), Set(layer.map { "dismiss \($0.id)" }), by: 0)
    }

    func closeWindow() async throws {
        did("the person closes the window")
        try await perform(.closeWindow, ["close the window"], by: 0)
    }

    /// Has `name` go with `ways`, and the person do something with it before the host can have drawn that.
    func late(_ name: String, _ way: Way, by other: String, _ gesture: (Navigator.Scene.ID) -> Gesture) async throws {
        let id = try page(name).id
        did("\(other): \(way), and the person, who was quicker than the drawing, does: \(gesture(id))")
        try page(other).store.send(.order(Page.Order(kind: .go([way]))))
        try await perform(gesture(id), [gesture(id).description], by: 0, isLate: true)
        try demandNoFault()
    }
}
