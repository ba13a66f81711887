import MillraceKit

/// A request from a window to the library. All windows show the result.
package enum LibraryRequest: Fact, Hashable, Codable {
    /// Creates a note, and opens it in the window.
    case create(WindowID)
    /// Replaces the newest text of a note, in a window.
    case type(NoteID, String, in: WindowID?)
    case pin(NoteID, Bool, in: WindowID? = nil)
    case delete([NoteID], in: WindowID? = nil)
    case undo([NoteID], in: WindowID? = nil)
    case publish(PublishNote)
    case unpublish(UnpublishNote)
    case setPreferences(Preferences)
    case dismissImport
    case dismissProblem(Int)
}

/// The result of creating a note, for the window that requested it.
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

/// The library did not accept a text that was typed in a window.
package struct TextRejected: Fact, Hashable, Codable {
    package let note: NoteID
    package let window: WindowID?
    package let rejection: RejectedText
}

/// A text that a window shows although the library did not accept it.
package struct RejectedText: Hashable, Codable, Sendable {
    package let text: String
    package let reason: StorageFailure
}

/// Notes were published or unpublished, or published notes were deleted or restored. The storage has the result.
package struct PublicationsChanged: Fact, Hashable, Codable {
    /// The last parts of the published addresses.
    package let tokens: Set<String>
}
