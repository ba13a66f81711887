public import MillraceModules
import Millrace

/// A host that ``HostConformance`` can test: it has snapshots, and performs gestures.
///
/// The suite creates it for a navigator, and it has attached itself to that navigator. The methods are asynchronous,
/// because the host may run in a browser.
@MainActor public protocol HostUnderTest: AnyObject {
    /// Returns the scenes that the user sees, after everything until now has been drawn.
    ///
    /// Include covered scenes, because the user sees them after going back. Read the snapshot from the drawn elements
    /// or views, not from the navigator: the suite compares it with the navigator.
    func snapshot() async throws -> HostConformance.Snapshot

    /// Performs a gesture through the host's own user interface.
    ///
    /// Returns when the gesture has reached the navigator or the store. The scene may already have been removed,
    /// because the user can be faster than the drawing. Do what the host does in this case.
    func perform(_ gesture: HostConformance.Gesture) async throws

    /// The gestures that the host supports. Defaults to all.
    ///
    /// The suite skips cases that need other capabilities, and reports them.
    var capabilities: Set<HostConformance.Capability> { get }

    /// Ends the host: releases the navigator and its stores, and cancels all subscriptions.
    ///
    /// The suite calls it last. The default implementation does nothing.
    func end() async
}

extension HostUnderTest {
    /// All capabilities.
    public var capabilities: Set<HostConformance.Capability> { Set(HostConformance.Capability.allCases) }

    /// Does nothing.
    public func end() async {}
}

extension HostConformance {
    /// A gesture of the user.
    public enum Gesture: Hashable, Sendable, CustomStringConvertible {
        /// Taps the button with this label in a scene. The labels are those of ``Page/Button`` and ``Badge/Button``.
        case tap(String, in: Navigator.Scene.ID)
        /// Goes back from a pushed page.
        case back(from: Navigator.Scene.ID)
        /// Dismisses a modal layer. The scene is the first one in the layer.
        case dismiss(Navigator.Scene.ID)
        /// Closes the window.
        case closeWindow

        /// The gesture and its scene.
        public var description: String {
            switch self {
            case .tap(let label, let id): "tap \(label) in \(id)"
            case .back(let id): "back from \(id)"
            case .dismiss(let id): "dismiss \(id)"
            case .closeWindow: "close the window"
            }
        }
    }

    /// A capability of a host.
    public enum Capability: String, CaseIterable, Sendable {
        /// Draws buttons that the user can tap.
        case tap
        /// Lets the user go back from a pushed page.
        case back
        /// Lets the user dismiss modal layers.
        case dismiss
        /// Lets the user close the window.
        case closeWindow
        /// Lets the suite be faster than the drawing.
        ///
        /// When ``HostUnderTest/perform(_:)`` is called for a scene that was just removed, the gesture reaches the host
        /// as if the scene were still drawn.
        case lateGestures
    }

    /// The contents of a window, as the user sees them.
    public struct Snapshot: Hashable, Codable, Sendable {
        /// A scene and the scenes embedded in it.
        public struct Item: Hashable, Codable, Sendable {
            /// The id of the scene.
            public var id: Navigator.Scene.ID
            /// The text of the scene's state.
            public var text: String
            /// The stacks that are drawn at each place, from the first scene to the last pushed one.
            public var places: [String: [Item]]

            /// Creates an item with embedded scenes.
            public init(_ id: Navigator.Scene.ID, _ text: String, places: [String: [Item]] = [:]) {
                (self.id, self.text, self.places) = (id, text, places)
            }
        }

        /// The root of the window, and the scenes pushed onto it.
        public var root: [Item]
        /// The modal layers, lowest first. Each contains its first scene and the scenes pushed onto it.
        public var modals: [[Item]]

        /// Creates a snapshot with these scenes. Defaults to an empty window.
        public init(root: [Item] = [], modals: [[Item]] = []) { (self.root, self.modals) = (root, modals) }

        /// Creates a snapshot from a list of scenes, each at its position. Useful for a host that keeps its scenes in a
        /// list.
        ///
        /// Modal layers have the order of the list.
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
    /// An outline like that of a `SceneTree`. Each line has the text and the id of a scene.
    public var description: String { outline { "\($0.text) (\($0.id))" } }

    /// An outline with the text that `line` returns for each scene.
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
