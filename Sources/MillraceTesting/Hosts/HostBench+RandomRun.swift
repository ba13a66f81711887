import MillraceHistory
import MillraceModules
import Millrace

extension HostBench {
    /// Makes middleware hold the request that `request` sends.
    ///
    /// - Returns: The id of the held request.
    func hold(_ request: () async throws -> Void) async throws -> UInt64? {
        var held: UInt64?
        log("middleware holds requests")
        onRequest = { message in
            held = message.id
            return .hold
        }
        try await request()
        onRequest = nil
        return held
    }

    /// Makes the user go back, without comparing: while the request is held, a host may show the transition.
    func requestBack(from name: String) async throws {
        log("the user goes back from \(name)")
        let id = try page(name).id
        received = []
        try await windows[0].hosts[0].perform(.back(from: id))
        engine.processPending()
        if received != ["back from \(id)"] {
            throw Mismatch(failure: wrongMessages(.back(from: id), expected: ["back from \(id)"], received))
        }
    }

    // MARK: Random run

    /// Performs random steps of the application and the user, and compares the snapshots after each step.
    func randomRun() async throws {
        // The run may request a navigation that is not valid for its scene. That is not a fault of the host.
        expectedFault = .invalidNavigation
        var generator = SeededGenerator(seed: suite.seed)
        log("the seed is \(suite.seed)")
        try await begin()
        for number in 1...max(1, suite.steps) {
            step = number
            let names = try pageNames()
            guard let name = names.randomElement(using: &generator) else { break }
            var isDone = false
            if Int.random(in: 0..<3, using: &generator) == 0 { isDone = try await gesture(&generator) }
            if !isDone { try await performRandomStep(of: name, named: "\(number)", among: names.count, &generator) }
        }
    }

    private func pageNames() throws -> [String] {
        let navigator = try navigator
        return navigator.tree.scenes.compactMap { navigator.store(of: $0.id, as: Page.self)?.state.name }
    }

    /// Performs a random step of a page. The larger the tree, the fewer scenes are added, so that its size stays about
    /// the same.
    private func performRandomStep(
        of name: String, named number: String, among count: Int, _ generator: inout SeededGenerator
    )
        async throws
    {
        let place = Page.places.randomElement(using: &generator) ?? "panel"
        let entering = Int.random(in: 0..<24, using: &generator) > count
        switch Int.random(in: 0..<(entering ? 8 : 15), using: &generator) {
        case 0: try await note(name, "note \(number)")
        case 1: try object(name, [.none, .none, .refuse, .instead].randomElement(using: &generator) ?? .none)
        case 2, 3: try await go(name, .show(number))
        case 4: try await go(name, .present(number, stacked: .random(using: &generator)))
        case 5: try await go(name, .embed(number, at: place, stacked: .random(using: &generator)))
        case 6: try await go(name, .badge(number, at: place))
        case 7:
            let isRare = Int.random(in: 0..<10, using: &generator) == 0
            try await goAtOnce(
                name, isRare ? [.replace(number)] : [.show(number), .embed("\(number)e"), .present("\(number)m")])
        case 8, 9: try await go(name, .pop)
        case 10: try await go(name, .dismiss)
        case 11: try await go(name, .popToRoot)
        case 12: try await go(name, .unembed(.random(using: &generator) ? place : nil))
        default: try await go(name, .close())
        }
    }

    /// Performs a random gesture on one of the reachable scenes.
    ///
    /// - Returns: Whether a gesture was performed.
    private func gesture(_ generator: inout SeededGenerator) async throws -> Bool {
        let capabilities = windows[0].hosts[0].capabilities
        let shown = try Snapshot(of: navigator)
        guard let target = shown.reachable.randomElement(using: &generator) else { return false }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0 where target.isPushed && capabilities.contains(.back):
            guard let name = try name(of: target.item.id) else { return false }
            try await back(from: name, target.item.id)
        case 1 where capabilities.contains(.dismiss):
            guard let first = shown.modals.last?.first, let name = try name(of: first.id) else { return false }
            try await dismiss(name, first.id)
        case let number where number > 1 && capabilities.contains(.tap):
            guard let name = try name(of: target.item.id), name.count < 8 else { return false }
            try await tap(number == 2 ? "Add" : "Next", in: name, target.item.id)
        default: return false
        }
        return true
    }

    /// The name of a page. `nil` for a badge.
    private func name(of id: Navigator.Scene.ID) throws -> String? {
        try navigator.store(of: id, as: Page.self)?.state.name
    }
}
