public import MillraceModules
public import Millrace

// The modules that the suite puts on the screen. A host draws of each its text and its buttons.
extension HostConformance {
    /// A page that goes wherever the suite has it go, and embeds others at ``places``.
    public struct Page: Module {
        /// Where others are embedded in it.
        public static let places = ["panel", "side"]

        /// What a page knows.
        public struct State: Hashable, Sendable {
            let name: String
            var count = 0
            var note = ""
            var objection = Objection.none

            /// What a host draws of it. It has no line breaks and no two spaces in a row.
            public var text: String { "\(name): \(count)" + (note.isEmpty ? "" : ", \(note)") }
        }

        /// What a host draws in a page for the person to tap.
        public enum Button: String, CaseIterable, Sendable {
            /// Counts up.
            case add = "Add"
            /// Shows another page.
            case next = "Next"

            /// What its tap sends to the page's store.
            public var action: Action {
                switch self {
                case .add: .add
                case .next: .next
                }
            }
        }

        /// What happens to a page.
        public enum Action: Sendable {
            /// ``Button/add`` was tapped.
            case add
            /// ``Button/next`` was tapped.
            case next
            /// What only the suite sends.
            case order(Order)
        }

        /// What the suite has a page do.
        public struct Order: Sendable {
            enum Kind {
                case go([Way])
                case note(String)
                case object(Objection)
            }

            let kind: Kind
        }

        /// Where a page goes, in one turn.
        public struct Transition: Sendable { let ways: [Way] }

        /// What it says when the person asks to leave.
        enum Objection { case none, refuse, instead }

        /// A page.
        public init() {}

        /// A page of this name.
        public func state(for name: String) -> State { State(name: name) }

        /// Does what it is told.
        public func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .add: state.count += 1
            case .next: return .transition(Transition(ways: [.show("\(state.name)+")]))
            case .order(let order):
                switch order.kind {
                case .go(let ways): return .transition(Transition(ways: ways))
                case .note(let note): state.note = note
                case .object(let objection): state.objection = objection
                }
            }
            return .none
        }

        /// Objects, if the suite wants it to.
        public func dismissalDecision(for state: State) -> DismissalDecision<Action> {
            switch state.objection {
            case .none: .allow
            case .refuse: .refuse
            case .instead: .instead(.order(Order(kind: .note("asked to leave"))))
            }
        }

        /// Navigates as the action says.
        public func route(_ transition: Transition) -> Route<Self> { .sequence(transition.ways.map(\.route)) }
    }

    /// A second kind of scene, so that it shows whether a host draws each module as itself.
    public struct Badge: Module {
        /// What a badge knows.
        public struct State: Hashable, Sendable {
            let name: String
            var pokes = 0

            /// What a host draws of it.
            public var text: String { "★ \(name) ★ \(pokes)" }
        }

        /// What a host draws in a badge for the person to tap.
        public enum Button: String, CaseIterable, Sendable {
            /// Counts up.
            case poke = "Poke"

            /// What its tap sends to the badge's store.
            public var action: Action { .poke }
        }

        /// What happens to a badge.
        public enum Action: Sendable {
            /// ``Button/poke`` was tapped.
            case poke
        }

        /// A badge.
        public init() {}

        /// A badge of this name.
        public func state(for name: String) -> State { State(name: name) }

        /// Counts up.
        public func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            state.pokes += 1
            return .none
        }
    }

    /// A way in or out.
    enum Way: Hashable, CustomStringConvertible {
        case replace(String, stacked: Bool = true)
        case present(String, stacked: Bool = false)
        case show(String)
        case embed(String, at: String = "panel", stacked: Bool = false)
        case badge(String, at: String = "side")
        case dismiss
        case pop
        case popToRoot
        case unembed(String? = nil)
        case close(String? = nil)

        var route: Route<Page> {
            switch self {
            case .replace(let name, let stacked): .replace(Page(), with: name, stacked: stacked)
            case .present(let name, let stacked):
                .present(Page(), with: name, stacked: stacked, port: Navigator.Port(name), onRemoval: gone(name))
            case .show(let name): .show(Page(), with: name, port: Navigator.Port(name), onRemoval: gone(name))
            case .embed(let name, let place, let stacked):
                .embed(
                    Page(), at: place, with: name, stacked: stacked, port: Navigator.Port(name), onRemoval: gone(name))
            case .badge(let name, let place): .embed(Badge(), at: place, with: name)
            case .dismiss: .dismiss
            case .pop: .pop
            case .popToRoot: .popToRoot
            case .unembed(nil): .unembed
            case .unembed(let place?): .unembed(place)
            case .close(nil): .close
            case .close(let child?): .close(Navigator.Port<Page>(child))
            }
        }

        private func gone(_ name: String) -> Page.Action { .order(Page.Order(kind: .note("\(name) has gone"))) }

        var description: String {
            switch self {
            case .replace(let name, let stacked): "replace \(name)\(stacked ? ", stacked" : "")"
            case .present(let name, let stacked): "present \(name)\(stacked ? ", stacked" : "")"
            case .show(let name): "show \(name)"
            case .embed(let name, let place, let stacked): "embed \(name) at \(place)\(stacked ? ", stacked" : "")"
            case .badge(let name, let place): "embed badge \(name) at \(place)"
            case .dismiss: "dismiss"
            case .pop: "pop"
            case .popToRoot: "popToRoot"
            case .unembed(let place): "unembed\(place.map { " \($0)" } ?? "")"
            case .close(let child): "close\(child.map { " \($0)" } ?? "")"
            }
        }
    }
}
