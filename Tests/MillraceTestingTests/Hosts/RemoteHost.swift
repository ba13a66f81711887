#if Testing || App
    import MillraceModules
    import Millrace
    import MillraceTesting

    /// A host with a remote screen, as in a browser. Its drawings arrive later, in order, and gestures come from there.
    @MainActor final class RemoteHost: @MainActor Navigator.Host, HostUnderTest {
        private let screen: Screen
        private let wire: AsyncStream<Screen.Message>.Continuation
        private weak var navigator: Navigator?

        init(_ navigator: Navigator) {
            let (messages, wire) = AsyncStream.makeStream(of: Screen.Message.self)
            (screen, self.wire) = (Screen(), wire)
            Task { [screen] in
                for await message in messages { await screen.take(message) }
            }
            navigator.attach(self)
        }

        func draw(_ changes: [SceneChange], of navigator: Navigator) {
            self.navigator = navigator
            for change in changes {
                wire.yield(.change(change))
                guard case .added(let scene) = change else { continue }
                watch(scene.id, as: HostConformance.Page.self) { $0.text }
                watch(scene.id, as: HostConformance.Badge.self) { $0.text }
            }
        }

        func navigatorEnded() { wire.yield(.end) }

        private func watch<M: Module>(_ id: Navigator.Scene.ID, as type: M.Type, _ text: @escaping (M.State) -> String)
        {
            navigator?.store(of: id, as: type)?
                .subscribe(owner: self) { [weak self] in self?.wire.yield(.text(id, text($0))) }
        }

        // MARK: Under test

        func snapshot() async -> HostConformance.Snapshot {
            await withCheckedContinuation { wire.yield(.look($0)) }
        }

        func perform(_ gesture: HostConformance.Gesture) async {
            // The user may still see removed scenes.
            switch await screen.touch(gesture) {
            case .tap(let label, let id):
                if let button = HostConformance.Page.Button(rawValue: label) {
                    navigator?.store(of: id, as: HostConformance.Page.self)?.send(button.action)
                } else if let button = HostConformance.Badge.Button(rawValue: label) {
                    navigator?.store(of: id, as: HostConformance.Badge.self)?.send(button.action)
                }
            case .back(let id): navigator?.request(.back(from: id))
            case .dismiss(let id): navigator?.request(.dismiss(id))
            case .closeWindow: navigator?.request(.closeWindow)
            }
        }

        func end() { wire.finish() }
    }

    /// The contents of the screen, on its own actor.
    private actor Screen {
        enum Message {
            case change(SceneChange)
            case text(Navigator.Scene.ID, String)
            case look(CheckedContinuation<HostConformance.Snapshot, Never>)
            case end
        }

        private var scenes: [Navigator.Scene] = []
        private var texts: [Navigator.Scene.ID: String] = [:]

        func take(_ message: Message) {
            switch message {
            case .change(.added(let scene)): scenes.append(scene)
            case .change(.removed(let id)): scenes.removeAll { $0.id == id }
            case .text(let id, let text): texts[id] = text
            case .look(let answer): answer.resume(returning: HostConformance.Snapshot(scenes) { texts[$0.id] ?? "" })
            case .end: scenes = []
            }
        }

        func touch(_ gesture: HostConformance.Gesture) -> HostConformance.Gesture { gesture }
    }
#endif
