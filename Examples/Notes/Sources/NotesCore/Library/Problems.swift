package import MillraceKit

/// The failures of the storage. Each is shown until it is dismissed.
package struct Problems: Reducer {
    /// The failures that are shown.
    package struct State: Hashable, Codable, Sendable {
        /// The problems, the oldest first.
        package internal(set) var all: [Problem] = []
        var count = 0

        /// Creates the state without any problem.
        package init() {}
    }

    /// A failure that is shown until it is dismissed.
    package struct Problem: Hashable, Codable, Sendable, Identifiable {
        package let id: Int
        /// A sentence that describes the failure.
        package let sentence: String
    }

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        /// Shows a sentence, if it is not shown already.
        case report(String)
        case dismiss(Int)
    }

    /// The maximum number of problems. The newest ones are shown.
    static let mostProblems = 3

    package init() {}

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .report(let sentence):
            if state.all.contains(where: { $0.sentence == sentence }) { break }
            state.count += 1
            state.all.append(Problem(id: state.count, sentence: sentence))
            if state.all.count > Self.mostProblems { state.all.removeFirst() }
        case .dismiss(let id): state.all.removeAll { $0.id == id }
        }
        return .none
    }
}

/// A change of a note that the storage could not make. The library reports it with the name of the note.
package struct FailedChange: Hashable, Codable, Sendable {
    package let note: NoteID
    /// The change as a past participle.
    package let pastParticiple: String
    package let reason: StorageFailure

    package init(_ note: NoteID, _ pastParticiple: String, because reason: StorageFailure) {
        (self.note, self.pastParticiple, self.reason) = (note, pastParticiple, reason)
    }
}
