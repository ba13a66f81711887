public import MillraceModules
public import Millrace

// The modules of the suite. A host draws the text and the buttons of each.
extension HostConformance {
    /// A page. It navigates as the suite orders, and embeds scenes at its ``places``.
    public struct Page: Module {
        /// The places at which a page embeds scenes.
        public static let places = ["panel", "side"]

        /// The state of a page.
        public struct State: Hashable, Sendable {
            let name: String
            var count = 0
            var note = ""
            var objection = Objection.none

            /// The text that a host draws. It has no line breaks and no consecutive spaces.
            public var text: String { "\(name): \(count)" + (note.isEmpty ? "" : ", \(note)") }
        }

        /// The buttons that a host draws in a page.
        public enum Button: String, CaseIterable, Sendable {
            /// Increments the count.
            case add = "Add"
            /// Shows another page.
            case next = "Next"

            /// The action that a tap on the button sends to the page's store.
            public var action: Action {
                switch self {
                case .add: .add
                case .next: .next
                }
            }
        }

        /// The actions of a page.
        public enum Action: Sendable {
            /// ``Button/add`` was tapped.
            case add
            /// ``Button/next`` was tapped.
            case next
            /// An order, which only the suite sends.
            case order(Order)
        }

        /// An order of the suite.
        public struct Order: Sendable {
            enum Kind {
                case go([NavigationStep])
                case note(String)
                case object(Objection)
            }

            let kind: Kind
        }

        /// The navigation steps of a page in one turn.
        public struct Transition: Sendable { let steps: [NavigationStep] }

        /// The page's answer when the user requests to dismiss it.
        enum Objection { case none, refuse, instead }

        /// Creates a page.
        public init() {}

        /// Returns the initial state of a page with this name.
        public func state(for name: String) -> State { State(name: name) }

        /// Updates the state, or returns a transition.
        public func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .add: state.count += 1
            case .next: return .transition(Transition(steps: [.show("\(state.name)+")]))
            case .order(let order):
                switch order.kind {
                case .go(let steps): return .transition(Transition(steps: steps))
                case .note(let note): state.note = note
                case .object(let objection): state.objection = objection
                }
            }
            return .none
        }

        /// Returns the decision that the suite has ordered.
        public func dismissalDecision(for state: State) -> DismissalDecision<Action> {
            switch state.objection {
            case .none: .allow
            case .refuse: .refuse
            case .instead: .instead(.order(Order(kind: .note("dismissal requested"))))
            }
        }

        /// Returns a route with the transition's navigation steps.
        public func route(_ transition: Transition) -> Route<Self> { .sequence(transition.steps.map(\.route)) }
    }

    /// A second module, which shows whether a host draws each module with its own view.
    public struct Badge: Module {
        /// The state of a badge.
        public struct State: Hashable, Sendable {
            let name: String
            var pokes = 0

            /// The text that a host draws.
            public var text: String { "★ \(name) ★ \(pokes)" }
        }

        /// The button that a host draws in a badge.
        public enum Button: String, CaseIterable, Sendable {
            /// Increments the count.
            case poke = "Poke"

            /// The action that a tap on the button sends to the badge's store.
            public var action: Action { .poke }
        }

        /// The actions of a badge.
        public enum Action: Sendable {
            /// ``Button/poke`` was tapped.
            case poke
        }

        /// Creates a badge.
        public init() {}

        /// Returns the initial state of a badge with this name.
        public func state(for name: String) -> State { State(name: name) }

        /// Increments the count.
        public func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            state.pokes += 1
            return .none
        }
    }

    /// A navigation step.
    enum NavigationStep: Hashable, CustomStringConvertible {
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
                .present(Page(), with: name, stacked: stacked, port: Navigator.Port(name), onRemoval: removed(name))
            case .show(let name): .show(Page(), with: name, port: Navigator.Port(name), onRemoval: removed(name))
            case .embed(let name, let place, let stacked):
                .embed(
                    Page(), at: place, with: name, stacked: stacked, port: Navigator.Port(name),
                    onRemoval: removed(name))
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

        private func removed(_ name: String) -> Page.Action { .order(Page.Order(kind: .note("\(name) was removed"))) }

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
