import MillraceExtras
import MillraceModules
import Millrace

/// An action or a transition that a person must confirm.
protocol Confirmable {
    /// The question, or `nil` if no confirmation is needed.
    var question: String? { get }
}

struct Confirmation: Module {
    struct State: Codable, Equatable { let question: String }
    enum Action { case tappedYes, tappedNo }
    enum Output { case confirmed, refused }

    func state(for question: String) -> State { State(question: question) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .tappedYes: .output(.confirmed)
        case .tappedNo: .output(.refused)
        }
    }
}

extension Middleware where Self == Interceptor {
    /// Holds a message that needs confirmation until the person confirms it. Everything else continues.
    static func confirming() -> Interceptor {
        .async(where: { ($0.payload as? any Confirmable)?.question != nil }) { message in
            guard let question = (message.payload as? any Confirmable)?.question, let window = message.navigator
            else { return message }
            return await window.ask(Confirmation(), with: question) == .confirmed ? message : nil
        }
    }
}

struct Cart: Module {
    struct State: Codable, Equatable { var goods = ["apple", "pear"] }
    enum Action { case clear, add(String) }

    func state(for requirement: Void) -> State { State() }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .clear: state.goods = []
        case .add(let good): state.goods.append(good)
        }
        return .none
    }
}

extension Cart.Action: Confirmable {
    var question: String? {
        if case .clear = self { "Empty the cart?" } else { nil }
    }
}

extension Profile.Transition: Confirmable {
    var question: String? { self == .logOut ? "Log out?" : nil }
}
