package import MillraceKit

/// What a person is asked before something is done that is hard to take back.
package struct Question: Hashable, Codable, Sendable {
    /// What is asked, in a few words.
    package let title: String
    /// What will happen, in a sentence.
    package let sentence: String
    /// What stands on the button that does it.
    package let verb: String
    /// Whether something may be lost.
    package let isDangerous: Bool

    /// A question of these parts.
    package init(title: String, sentence: String, verb: String, isDangerous: Bool = true) {
        (self.title, self.sentence, self.verb, self.isDangerous) = (title, sentence, verb, isDangerous)
    }
}

/// Something that is not done before a person has confirmed it; ``NotesMiddleware/confirming`` asks.
package protocol Confirmable {
    /// What to ask; `nil` where nothing need be asked.
    var question: Question? { get }
}

/// Asks a person, and tells the answer.
package struct Confirm: Module {
    /// What is asked.
    package struct State: Hashable, Codable, Sendable {
        package let question: Question
    }

    /// What can happen to it.
    package enum Action: Equatable, Sendable { case confirm, refuse }
    /// What it tells.
    package typealias Output = Answer

    /// What the person said.
    package enum Answer: Equatable, Sendable { case confirmed, refused }

    package init() {}

    package func state(for question: Question) -> State { State(question: question) }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .confirm: .output(.confirmed)
        case .refuse: .output(.refused)
        }
    }
}
