import MillraceHistory
import MillraceModules
import Millrace

// Snapshots and their comparison.
extension HostConformance.Snapshot {
    /// The expected snapshot of a host of this navigator.
    init(of navigator: Navigator) { self.init(navigator.tree.scenes) { navigator.text(of: $0) } }

    /// The scenes that a user can always touch: the last one in the topmost layer, and the scenes embedded in it.
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
    /// Asserts that every host shows its window's current scenes.
    func compareSnapshots() async throws {
        for window in windows {
            for host in window.hosts {
                let shown = try await host.snapshot()
                // Read after the snapshot, because the tree may have changed while the test waited for it.
                let expected = window.navigator.map { Snapshot(of: $0) } ?? Snapshot()
                if shown != expected { throw Mismatch(failure: wrongSnapshot(shown, expected: expected)) }
            }
        }
    }

    /// Asserts that the engine has reported no fault.
    func assertNoFault() throws {
        if !faults.isEmpty { throw Mismatch(failure: reportedFaults()) }
    }

    /// Asserts that a resource count of the engine is `expected`.
    func assertCount(_ count: KeyPath<ResourceCounts, Int>, _ expected: Int, _ resource: String) throws {
        let actual = engine.resources[keyPath: count]
        if actual != expected { throw Mismatch(failure: wrongCount(actual, expected, resource)) }
    }

    // MARK: The user

    /// Performs a gesture on a host, asserts that it sent exactly one of the expected messages, and compares the
    /// snapshots.
    ///
    /// - Parameters:
    ///   - expected: Descriptions of the messages that the gesture may send.
    ///   - isLate: Whether the gesture may also send no message, because the host may already have drawn the change.
    private func perform(_ gesture: Gesture, _ expected: Set<String>, by host: Int, isLate: Bool = false) async throws {
        received = []
        try await windows[0].hosts[host].perform(gesture)
        engine.processPending()
        let isRight = received.isEmpty ? isLate : received.count == 1 && expected.contains(received[0])
        if !isRight { throw Mismatch(failure: wrongMessages(gesture, expected: expected, received)) }
        try await compareSnapshots()
    }

    func tap(_ label: String, in name: String, _ id: Navigator.Scene.ID? = nil, by host: Int = 0) async throws {
        log("the user taps \(label) in \(name)")
        let id = try id ?? page(name).id
        try await perform(.tap(label, in: id), ["\(label) in \(name)"], by: host)
    }

    func poke(_ name: String) async throws {
        log("the user taps Poke in \(name)")
        let badge = try navigator.tree.scenes.first { scene in
            try navigator.store(of: scene.id, as: Badge.self)?.state.name == name
        }
        guard let badge else { throw Mismatch(failure: missing("The badge \(name)")) }
        try await perform(.tap(Badge.Button.poke.rawValue, in: badge.id), ["Poke in \(name)"], by: 0)
    }

    func back(from name: String, _ id: Navigator.Scene.ID? = nil, by host: Int = 0) async throws {
        log("the user goes back from \(name)")
        let id = try id ?? page(name).id
        try await perform(.back(from: id), ["back from \(id)"], by: host)
    }

    func dismiss(_ name: String, _ id: Navigator.Scene.ID? = nil) async throws {
        log("the user dismisses \(name)")
        let id = try id ?? page(name).id
        let layer = try navigator.tree.modals.first { $0.first?.id == id } ?? []
        try await perform(.dismiss(id), Set(layer.map { "dismiss \($0.id)" }), by: 0)
    }

    func closeWindow() async throws {
        log("the user closes the window")
        try await perform(.closeWindow, ["close the window"], by: 0)
    }

    /// Performs a navigation step of `name`, and then a gesture before the host can have drawn the result.
    func late(_ name: String, _ step: NavigationStep, by other: String, _ gesture: (Navigator.Scene.ID) -> Gesture)
        async throws
    {
        let id = try page(name).id
        log("\(other): \(step); before the host has drawn that, the user does: \(gesture(id))")
        try page(other).store.send(.order(Page.Order(kind: .go([step]))))
        try await perform(gesture(id), [gesture(id).description], by: 0, isLate: true)
        try assertNoFault()
    }
}
