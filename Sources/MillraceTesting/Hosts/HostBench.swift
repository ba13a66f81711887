import MillraceHistory
import MillraceExtras
import MillraceModules
import Millrace

/// The environment of a test case: windows with their hosts, and a script of all steps.
@MainActor final class HostBench {
    /// A window and the hosts that draw it.
    final class Window {
        var navigator: Navigator?
        var hosts: [any HostUnderTest] = []

        init(_ navigator: Navigator) { self.navigator = navigator }
    }

    /// An error: the host does not behave as the case demands.
    struct Mismatch: Error { let failure: Failure }

    /// An error: the host missing capabilities that the case needs.
    struct MissingCapabilities: Error { let capabilities: [HostConformance.Capability] }

    typealias Page = HostConformance.Page
    typealias Badge = HostConformance.Badge
    typealias NavigationStep = HostConformance.NavigationStep
    typealias Snapshot = HostConformance.Snapshot
    typealias Gesture = HostConformance.Gesture

    let suite: HostConformance
    let rule: HostConformance.Case
    let engine: Engine
    private(set) var windows: [Window] = []
    /// The steps until now, one line each.
    private(set) var script: [String] = []
    /// The number of the current step of a random run.
    var step: Int?
    private(set) var faults: [Fault] = []
    /// The requests and actions that the engine has received since the last gesture began.
    var received: [String] = []
    /// The middleware's decision about requests. Defaults to `.pass` for each.
    var onRequest: ((Message) throws -> Decision)?
    /// The kind of fault that is allowed in this case.
    var expectedFault: Fault.Kind?

    init(_ suite: HostConformance, _ rule: HostConformance.Case) {
        (self.suite, self.rule, engine) = (suite, rule, Engine())
        // Weak: the engine must not keep the bench alive if a host keeps a store, and with it the engine.
        engine.onFault = { [weak self] fault in
            if fault.kind != self?.expectedFault { self?.faults.append(fault) }
        }
        engine.middleware = [
            .intercept { [weak self] message in
                self?.note(message)
                let decide = message.kind == .request ? self?.onRequest : nil
                return try decide?(message) ?? .pass
            }
        ]
    }

    /// Adds a line to the script.
    func log(_ text: String) { script.append((step.map { "\($0): " } ?? "") + text) }

    private func note(_ message: Message) {
        switch (message.kind, message.payload) {
        case (.request, let request): received.append("\(request)")
        case (.action, Page.Action.add): received.append("Add in \(message.state(of: Page.self)?.name ?? "?")")
        case (.action, Page.Action.next): received.append("Next in \(message.state(of: Page.self)?.name ?? "?")")
        case (.action, Badge.Action.poke): received.append("Poke in \(message.state(of: Badge.self)?.name ?? "?")")
        default: break
        }
    }

    /// Ends the case: releases its windows and hosts, and shuts down the engine.
    func end() async {
        for host in windows.flatMap(\.hosts) { await host.end() }
        windows = []
        engine.middleware = []
        engine.shutdown()
    }

    // MARK: Windows and hosts

    /// Creates a window with a page and without a host.
    @discardableResult
    func open(_ name: String = "root", stacked: Bool = true) -> Window {
        log("the application opens a window with \(name)\(stacked ? ", stacked" : "")")
        let window = Window(Navigator(root: Page(), with: name, stacked: stacked, on: engine))
        windows.append(window)
        return window
    }

    /// Attaches a host to the window, and compares the snapshots.
    func attach(to window: Window? = nil) async throws {
        log("a host is attached")
        try await addHost(to: window ?? windows[0])
        try await compareSnapshots()
    }

    /// Creates a window with a page and a host.
    func begin(_ name: String = "root", stacked: Bool = true) async throws {
        let window = open(name, stacked: stacked)
        try await attach(to: window)
    }

    private func addHost(to window: Window) async throws {
        guard let navigator = window.navigator else { return }
        let host = try await suite.make(navigator)
        window.hosts.append(host)
        let missing = rule.requiredCapabilities.subtracting(host.capabilities)
        if !missing.isEmpty { throw MissingCapabilities(capabilities: missing.sorted { $0.rawValue < $1.rawValue }) }
    }

    /// Ends and releases the hosts of a window.
    func detach(from window: Window? = nil) async {
        log("the host is detached")
        let window = window ?? windows[0]
        for host in window.hosts { await host.end() }
        window.hosts = []
        engine.processPending()
    }

    var navigator: Navigator {
        get throws {
            guard let navigator = windows.first?.navigator else { throw Mismatch(failure: missing("The window")) }
            return navigator
        }
    }

    // MARK: Steps of the application

    /// The newest page with this name, in any window.
    func page(_ name: String) throws -> (id: Navigator.Scene.ID, store: Store<Page>) {
        for navigator in windows.compactMap(\.navigator) {
            for scene in navigator.tree.scenes.reversed() {
                if let store = navigator.store(of: scene.id, as: Page.self), store.state.name == name {
                    return (scene.id, store)
                }
            }
        }
        throw Mismatch(failure: missing("The page \(name)"))
    }

    /// Makes a page navigate by these steps, each in its own turn. Compares the snapshots after each.
    func go(_ name: String, _ steps: NavigationStep...) async throws {
        for step in steps { try await goAtOnce(name, [step]) }
    }

    /// Makes a page navigate by these steps in one turn, and compares the snapshots.
    func goAtOnce(_ name: String, _ steps: [NavigationStep]) async throws {
        let shown =
            steps.count > 5
            ? "\(steps.count) navigation steps, the first is \(steps[0])" : list(steps.map(\.description))
        log("\(name): \(shown.replacing("\n", with: ", "))")
        try order(name, .go(steps))
        try await compareSnapshots()
    }

    /// Makes a page show a note.
    ///
    /// - Parameter compares: Whether to compare the snapshots afterwards.
    func note(_ name: String, _ text: String, compares: Bool = true) async throws {
        log("\(name) shows the note \(shortDescription(of: text))")
        try order(name, .note(text))
        if compares { try await compareSnapshots() }
    }

    /// Makes a page object when the user requests to dismiss it.
    func object(_ name: String, _ objection: Page.Objection) throws {
        log("\(name) objects to dismissals from now on: \(objection)")
        try order(name, .object(objection))
    }

    private func order(_ name: String, _ kind: Page.Order.Kind) throws {
        try page(name).store.send(.order(Page.Order(kind: kind)))
    }
}
