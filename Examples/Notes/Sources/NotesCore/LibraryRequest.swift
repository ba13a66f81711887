import MillraceKit

/// A request from a module to the library. ``Session`` sends it there. All windows show the result.
package enum LibraryRequest: Fact, Hashable, Codable {
    /// Creates a note, and opens it in the window.
    case create(WindowID)
    /// A person typed a text over the text `base`, in a window. The library merges it with the newest text, and answers with the number:
    /// see ``Editor/State/answers``. Without a base, the text replaces the newest one.
    case type(NoteID, String, over: String? = nil, number: Int = 0, in: WindowID?)
    case pin(NoteID, Bool, in: WindowID? = nil)
    case delete([NoteID], in: WindowID? = nil)
    case undo([NoteID], in: WindowID? = nil)
    case publish(PublishNote)
    case unpublish(UnpublishNote)
    case setPreferences(Preferences)
    case dismissImport
    case dismissProblem(Int)
    /// The followed addresses have changed. The windows that show them read them again.
    case followedChanged

    /// The notes whose changes are requested.
    var notes: [NoteID] {
        switch self {
        case .type(let id, _, _, _, _), .pin(let id, _, _): [id]
        case .delete(let ids, _), .undo(let ids, _): ids
        case .publish(let command): [command.id]
        case .unpublish(let command): [command.id]
        case .create, .setPreferences, .dismissImport, .dismissProblem, .followedChanged: []
        }
    }
}

/// The result of creating a note for a window. It answers ``NewNote``.
package struct NoteCreated: Fact, Hashable, Codable {
    package let window: WindowID
    package let result: Result<NoteID, StorageFailure>
}

// The compiler cannot synthesize this, because a `Result` is not `Codable`.
extension NoteCreated {
    private enum CodingKeys: CodingKey { case window, note, failure }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        window = try values.decode(WindowID.self, forKey: .window)
        if let failure = try values.decodeIfPresent(StorageFailure.self, forKey: .failure) {
            result = .failure(failure)
        } else {
            result = .success(try values.decode(NoteID.self, forKey: .note))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(window, forKey: .window)
        switch result {
        case .success(let note): try values.encode(note, forKey: .note)
        case .failure(let failure): try values.encode(failure, forKey: .failure)
        }
    }
}

/// A text that a window shows although the library did not accept it.
package struct RejectedText: Hashable, Codable, Sendable {
    package let text: String
    package let reason: StorageFailure
}
