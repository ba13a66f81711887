package import MillraceKit

/// A question that a person must answer before an action that is hard to undo.
package struct Question: Hashable, Codable, Sendable {
    /// The question in a few words.
    package let title: String
    /// The effect of the action, in one or two sentences.
    package let sentence: String
    /// The label of the button that confirms.
    package let verb: String
    /// Whether the action can lose data.
    package let isDangerous: Bool

    /// Creates a question.
    package init(title: String, sentence: String, verb: String, isDangerous: Bool = true) {
        (self.title, self.sentence, self.verb, self.isDangerous) = (title, sentence, verb, isDangerous)
    }
}

/// An action that a person must confirm. ``NotesMiddleware/requiringConfirmation`` asks the question.
package protocol Confirmable {
    /// The question; `nil` if the action needs no confirmation.
    var question: Question? { get }
}

/// Asks a person a question, and outputs the answer.
package struct Confirm: Module {
    /// The question that is shown.
    package struct State: Hashable, Codable, Sendable {
        package let question: Question
    }

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable { case confirm, refuse }
    /// The outputs to the parent.
    package typealias Output = Answer

    /// The answer of the person.
    package enum Answer: Equatable, Codable, Sendable { case confirmed, refused }

    package init() {}

    package func state(for question: Question) -> State { State(question: question) }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .confirm: .output(.confirmed)
        case .refuse: .output(.refused)
        }
    }
}
