#if Testing || App
    import MillraceModules
    import Millrace
    import MillraceTesting

    // The host in the guide.
    @MainActor final class LineHost: @MainActor Navigator.Host {
        private(set) var scenes: [Navigator.Scene] = []
        private(set) var lines: [Navigator.Scene.ID: String] = [:]
        private(set) weak var navigator: Navigator?

        func draw(_ changes: [SceneChange], of navigator: Navigator) {
            self.navigator = navigator
            for change in changes {
                switch change {
                case .added(let scene):
                    scenes.append(scene)
                    watch(scene, as: HostConformance.Page.self, of: navigator) { $0.text }
                    watch(scene, as: HostConformance.Badge.self, of: navigator) { $0.text }
                case .removed(let id):
                    scenes.removeAll { $0.id == id }
                    lines[id] = nil
                }
            }
        }

        func navigatorEnded() { (scenes, lines) = ([], [:]) }

        private func watch<M: Module>(
            _ scene: Navigator.Scene, as type: M.Type, of navigator: Navigator, _ text: @escaping (M.State) -> String
        ) {
            navigator.store(of: scene.id, as: type)?.subscribe(owner: self) { [weak self] state in
                self?.lines[scene.id] = text(state)
            }
        }
    }

    extension LineHost: HostUnderTest {
        func snapshot() -> HostConformance.Snapshot { HostConformance.Snapshot(scenes) { lines[$0.id] ?? $0.module } }

        func perform(_ gesture: HostConformance.Gesture) {
            switch gesture {
            case .tap(let label, let id):
                if let page = navigator?.store(of: id, as: HostConformance.Page.self) {
                    HostConformance.Page.Button(rawValue: label).map { _ = page.send($0.action) }
                } else if let badge = navigator?.store(of: id, as: HostConformance.Badge.self) {
                    HostConformance.Badge.Button(rawValue: label).map { _ = badge.send($0.action) }
                }
            case .back(let id): navigator?.request(.back(from: id))
            case .dismiss(let id): navigator?.request(.dismiss(id))
            case .closeWindow: navigator?.request(.closeWindow)
            }
        }
    }
#endif
