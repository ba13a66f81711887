import MillraceKit

/// A store with a state of any size.
struct Memo: Reducer {
    struct State: Codable, Equatable, Sendable {
        var number = 0
        var texts: [String] = []

        /// A state of 2 KB.
        static let long = State(texts: [String](repeating: "A line of text that is as long as others.", count: 45))
    }

    enum Action: Codable, Equatable, Sendable { case write(Int) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Memo> {
        if case .write(let number) = action { state.number = number }
        return .none
    }
}
