#if Testing || App
    import MillraceModules
    import Millrace
    import MillraceTesting

    /// A host that is correct, or has one deliberate flaw.
    @MainActor final class Sketch: @MainActor Navigator.Host, HostUnderTest {
        enum Flaw: CaseIterable {
            /// Does not remove scenes.
            case forgetsEnds
            /// Puts every pushed page on the root stack.
            case pushesOnTheWindow
            /// Removes a page as soon as the user goes back, and never reverts that.
            case popsBeforeDrawing
            /// Reads each state only once.
            case drawsOnce
            /// Draws a changed text only of the newest scene.
            case drawsTheTopOnly
            /// Puts a new modal layer below the others.
            case losesTheOrder
            case keepsTheNavigator
            case asksTwice
            case isDeaf
            /// Keeps the stores of removed scenes, for their buttons.
            case keepsStores
            /// Interprets text between angle brackets as markup.
            case readsMarkup
            /// Does not draw the scenes that exist when it is attached.
            case beginsWithNothing
            /// Draws nothing from then on if there is no root when it is attached.
            case needsARoot
            /// Keeps its subscriptions after it was released.
            case watchesForever
            /// Shows a window whose navigator was released.
            case staysOpen
            /// Draws only the texts of pages, not those of badges.
            case knowsOneModule
            /// Throws an error for every snapshot.
            case breaksDown
        }

        struct Broken: Error {}

        private let flaw: Flaw?
        let capabilities: Set<HostConformance.Capability>
        private var scenes: [Navigator.Scene] = []
        private var texts: [Navigator.Scene.ID: String] = [:]
        private var stores: [Navigator.Scene.ID: Store<HostConformance.Page>] = [:]
        private weak var navigator: Navigator?
        private var kept: Navigator?
        private var hasBegun = false
        private var hasGivenUp = false

        init(_ navigator: Navigator, _ flaw: Flaw?, capabilities: [HostConformance.Capability]) {
            (self.flaw, self.capabilities) = (flaw, Set(capabilities))
            if flaw == .keepsTheNavigator { kept = navigator }
            navigator.attach(self)
        }

        func draw(_ changes: [SceneChange], of navigator: Navigator) {
            self.navigator = navigator
            defer { hasBegun = true }
            if flaw == .beginsWithNothing, !hasBegun { return }
            if flaw == .needsARoot, !hasBegun, changes.isEmpty { hasGivenUp = true }
            if hasGivenUp { return }
            for change in changes {
                switch change {
                case .added(let scene): add(scene, of: navigator)
                case .removed(let id): if flaw != .forgetsEnds { scenes.removeAll { $0.id == id } }
                }
            }
        }

        func navigatorEnded() {
            if flaw != .staysOpen { scenes = [] }
        }

        private func add(_ scene: Navigator.Scene, of navigator: Navigator) {
            if flaw == .losesTheOrder, scene.position == .modal {
                scenes.insert(scene, at: 0)
            } else {
                scenes.append(scene)
            }
            let page = navigator.store(of: scene.id, as: HostConformance.Page.self)
            let owner: Sketch? = flaw == .watchesForever ? nil : self
            page?.subscribe(owner: owner) { [weak self] in self?.write($0.text, for: scene.id) }
            if flaw == .keepsStores { stores[scene.id] = page }
            if flaw == .knowsOneModule { return }
            navigator.store(of: scene.id, as: HostConformance.Badge.self)?
                .subscribe(owner: owner) { [weak self] in self?.write($0.text, for: scene.id) }
        }

        private func write(_ text: String, for id: Navigator.Scene.ID) {
            if flaw == .drawsOnce, texts[id] != nil { return }
            if flaw == .drawsTheTopOnly, texts[id] != nil, scenes.last?.id != id { return }
            texts[id] = flaw == .readsMarkup ? text.replacing(/<[^>]*>/, with: "") : text
        }

        // MARK: Under test

        func snapshot() throws -> HostConformance.Snapshot {
            if flaw == .breaksDown { throw Broken() }
            var shown = HostConformance.Snapshot(scenes) { texts[$0.id] ?? $0.module }
            guard flaw == .pushesOnTheWindow else { return shown }
            for index in shown.modals.indices {
                shown.root += shown.modals[index].dropFirst()
                shown.modals[index] = Array(shown.modals[index].prefix(1))
            }
            return shown
        }

        func perform(_ gesture: HostConformance.Gesture) {
            if flaw == .isDeaf { return }
            switch gesture {
            case .tap(let label, let id): tap(label, id)
            case .back(let id):
                if flaw == .popsBeforeDrawing { scenes.removeAll { $0.id == id } }
                ask(.back(from: id))
            case .dismiss(let id): ask(.dismiss(id))
            case .closeWindow: ask(.closeWindow)
            }
        }

        private func tap(_ label: String, _ id: Navigator.Scene.ID) {
            let page = stores[id] ?? navigator?.store(of: id)
            if let button = HostConformance.Page.Button(rawValue: label) { page?.send(button.action) }
            let badge = navigator?.store(of: id, as: HostConformance.Badge.self)
            if let button = HostConformance.Badge.Button(rawValue: label) { badge?.send(button.action) }
        }

        private func ask(_ request: Navigator.Request) {
            navigator?.request(request)
            if flaw == .asksTwice { navigator?.request(request) }
        }
    }
#endif
