import MillraceInspection
import MillraceExtras
import MillraceModules
import Millrace

/// What a case of the suite works on: windows, each with its hosts, and a script of what was done.
@MainActor final class HostBench {
    /// A window, and those who draw it.
    final class Window {
        var navigator: Navigator?
        var hosts: [any HostUnderTest] = []

        init(_ navigator: Navigator) { self.navigator = navigator }
    }

    /// The host does not do what it should.
    struct Mismatch: Error { let failure: Failure }

    /// The host is not able to do what a case needs.
    struct MissingCapabilities: Error { let capabilities: [HostConformance.Capability] }

    typealias Page = HostConformance.Page
    typealias Badge = HostConformance.Badge
    typealias Way = HostConformance.Way
    typealias Snapshot = HostConformance.Snapshot
    typealias Gesture = HostConformance.Gesture

    let suite: HostConformance
    let rule: HostConformance.Case
    let engine: Engine
    private(set) var windows: [Window] = []
    /// What was done until now, a line for each step.
    private(set) var script: [String] = []
    /// The number of the step of a run.
    var step: Int?
    private(set) var faults: [Fault] = []
    /// What reached the engine from a person, by way of a host, since the last gesture began.
    var heard: [String] = []
    /// Decides about the requests. Defaults to passing them.
    var onRequest: ((Message) throws -> Decision)?
    /// Faults of this kind are part of the case.
    var expectedFault: Fault.Kind?

    init(_ suite: HostConformance, _ rule: HostConformance.Case) {
        (self.suite, self.rule, engine) = (suite, rule, Engine())
        // Weak: a host that keeps a store keeps the engine, longer than the case.
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

    /// Says what is done next.
    func did(_ text: String) { script.append((step.map { "\($0): " } ?? "") + text) }

    private func note(_ message: Message) {
        switch (message.kind, message.payload) {
        case (.request, let request): heard.append("\(request)")
        case (.action, Page.Action.add): heard.append("Add in \(message.state(of: Page.self)?.name ?? "?")")
        case (.action, Page.Action.next): heard.append("Next in \(message.state(of: Page.self)?.name ?? "?")")
        case (.action, Badge.Action.poke): heard.append("Poke in \(message.state(of: Badge.self)?.name ?? "?")")
        default: break
        }
    }

    /// Ends the case: all that it has made goes.
    func end() async {
        for host in windows.flatMap(\.hosts) { await host.end() }
        windows = []
        engine.middleware = []
        engine.shutdown()
    }

    // MARK: Windows and hosts

    /// A window with a page in it, without a host.
    @discardableResult
    func open(_ name: String = "root", stacked: Bool = true) -> Window {
        did("a window begins with \(name)\(stacked ? ", stacked" : "")")
        let window = Window(Navigator(root: Page(), with: name, stacked: stacked, on: engine))
        windows.append(window)
        return window
    }

    /// Has a host draw the window, and looks at it.
    func attach(to window: Window? = nil) async throws {
        did("a host is attached")
        try await addHost(to: window ?? windows[0])
        try await look()
    }

    /// A window with a page in it and a host that draws it.
    func begin(_ name: String = "root", stacked: Bool = true) async throws {
        let window = open(name, stacked: stacked)
        try await attach(to: window)
    }

    private func addHost(to window: Window) async throws {
        guard let navigator = window.navigator else { return }
        let host = try await suite.make(navigator)
        window.hosts.append(host)
        let lacks = rule.requiredCapabilities.subtracting(host.capabilities)
        if !lacks.isEmpty { throw MissingCapabilities(capabilities: lacks.sorted { $0.rawValue < $1.rawValue }) }
    }

    /// The hosts of a window go.
    func detach(from window: Window? = nil) async {
        did("the host goes")
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

    // MARK: What the application does

    /// The newest page of this name, wherever it is.
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

    /// Has a page go these ways, each in a turn of its own, and looks after each.
    func go(_ name: String, _ ways: Way...) async throws {
        for way in ways { try await goAtOnce(name, [way]) }
    }

    /// Has a page go these ways in one turn, and looks.
    func goAtOnce(_ name: String, _ ways: [Way]) async throws {
        let shown =
            ways.count > 5 ? "\(ways.count) ways, the first of which is \(ways[0])" : list(ways.map(\.description))
        did("\(name): \(shown.replacing("\n", with: ", "))")
        try order(name, .go(ways))
        try await look()
    }

    /// Gives a page a note to show.
    ///
    /// - Parameter looks: whether it looks.
    func note(_ name: String, _ text: String, looks: Bool = true) async throws {
        did("\(name) notes \(shortDescription(of: text))")
        try order(name, .note(text))
        if looks { try await look() }
    }

    /// Has a page object when the person asks to leave.
    func object(_ name: String, _ objection: Page.Objection) throws {
        did("\(name) objects from now on: \(objection)")
        try order(name, .object(objection))
    }

    private func order(_ name: String, _ kind: Page.Order.Kind) throws {
        try page(name).store.send(.order(Page.Order(kind: kind)))
    }
}
