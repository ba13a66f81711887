public import MillraceModules
import Millrace

/// A host, as ``HostConformance`` uses it: looked at, and used as a person would.
///
/// It is made for a navigator and has attached itself to it, as it would in an application. A browser may be behind it, so
/// all of it may wait.
@MainActor public protocol HostUnderTest: AnyObject {
    /// What a person sees, once all that has happened until now is drawn: also what is covered, because a person who goes
    /// back sees it.
    ///
    /// Read it from what is drawn, a page's elements or views: not from the navigator, which the suite compares it with.
    func snapshot() async throws -> HostConformance.Snapshot

    /// Does what a person does, through the host's own user interface; returns when that has reached the navigator or the
    /// store.
    ///
    /// The scene may have gone meanwhile: the person was quicker than the drawing. The host does what it would do then.
    func perform(_ gesture: HostConformance.Gesture) async throws

    /// What a person can do with it. Cases that need anything else are reported as left out. All of it unless declared.
    var capabilities: Set<HostConformance.Capability> { get }

    /// The person puts the host away: it lets go of the navigator, its stores and what it watches. Called last; nothing
    /// happens unless declared.
    func end() async
}

extension HostUnderTest {
    /// A person can do everything.
    public var capabilities: Set<HostConformance.Capability> { Set(HostConformance.Capability.allCases) }

    /// What it holds goes with it.
    public func end() async {}
}

extension HostConformance {
    /// What a person does.
    public enum Gesture: Hashable, Sendable, CustomStringConvertible {
        /// Taps what bears the label in a scene; the labels are those of ``Page/Button`` and ``Badge/Button``.
        case tap(String, in: Navigator.Scene.ID)
        /// Goes back from a page that was pushed.
        case back(from: Navigator.Scene.ID)
        /// Puts a modal layer away: the scene is its first.
        case dismiss(Navigator.Scene.ID)
        /// Closes the window.
        case closeWindow

        /// What is done, and where.
        public var description: String {
            switch self {
            case .tap(let label, let id): "tap \(label) in \(id)"
            case .back(let id): "back from \(id)"
            case .dismiss(let id): "dismiss \(id)"
            case .closeWindow: "close the window"
            }
        }
    }

    /// What a host may be able to do for a person.
    public enum Capability: String, CaseIterable, Sendable {
        /// Buttons are drawn, and can be tapped.
        case tap
        /// There is a way back from a page that was pushed.
        case back
        /// Modal layers can be put away.
        case dismiss
        /// The window can be closed.
        case closeWindow
        /// The suite can be quicker than the drawing: what ``HostUnderTest/perform(_:)`` is asked to do of a scene that has
        /// just gone reaches the host as though it were still drawn.
        case lateGestures
    }

    /// What a person sees in a window.
    public struct Snapshot: Hashable, Codable, Sendable {
        /// A scene, and what is embedded in it.
        public struct Item: Hashable, Codable, Sendable {
            /// The scene.
            public var id: Navigator.Scene.ID
            /// The text of its module's state.
            public var text: String
            /// What is drawn at each of its places, each from the first to what was pushed last.
            public var places: [String: [Item]]

            /// A scene with what is embedded in it.
            public init(_ id: Navigator.Scene.ID, _ text: String, places: [String: [Item]] = [:]) {
                (self.id, self.text, self.places) = (id, text, places)
            }
        }

        /// The window's root, and what was pushed upon it.
        public var root: [Item]
        /// The modal layers, the lowest first, each from its first to what was pushed last.
        public var modals: [[Item]]

        /// A window with these scenes; an empty one if there are none.
        public init(root: [Item] = [], modals: [[Item]] = []) { (self.root, self.modals) = (root, modals) }

        /// A window with these scenes, each where it says: for a host that keeps them in a list. Modal layers lie in the order of
        /// the list.
        public init(_ scenes: [Navigator.Scene], text: (Navigator.Scene) -> String) {
            var above: [Navigator.Scene.ID: Navigator.Scene] = [:]
            var embedded: [Navigator.Scene.ID: [(place: String, scene: Navigator.Scene)]] = [:]
            for scene in scenes {
                switch scene.position {
                case .above(let lower): above[lower] = scene
                case .place(let name, let host): embedded[host, default: []].append((name, scene))
                case .root, .modal: break
                }
            }
            func stack(on first: Navigator.Scene) -> [Item] {
                sequence(first: first) { above[$0.id] }.map { scene in
                    let places = embedded[scene.id, default: []].map { ($0.place, stack(on: $0.scene)) }
                    return Item(scene.id, text(scene), places: Dictionary(places) { _, newer in newer })
                }
            }
            root = scenes.first { $0.position == .root }.map(stack) ?? []
            modals = scenes.filter { $0.position == .modal }.map(stack)
        }
    }
}

extension HostConformance.Snapshot: CustomStringConvertible {
    /// An outline as that of a `SceneTree`, a line for each scene: its text and its number.
    public var description: String { outline { "\($0.text) (\($0.id))" } }

    /// An outline with what `line` says of each scene.
    func outline(_ line: (Item) -> String) -> String {
        var lines: [String] = []
        func add(_ stack: [Item], _ depth: Int, _ mark: String) {
            for (index, item) in stack.enumerated() {
                let margin = String(repeating: "  ", count: depth)
                let text = line(item).split(separator: "\n", omittingEmptySubsequences: false)
                    .joined(separator: "\n\(margin)  ")
                lines.append(margin + (index == 0 ? mark : "› ") + text)
                for (place, stack) in item.places.sorted(by: { $0.key < $1.key }) {
                    add(stack, depth + 1, "\(place): ")
                }
            }
        }
        add(root, 0, "")
        for modal in modals { add(modal, 0, "= ") }
        return lines.joined(separator: "\n")
    }
}
