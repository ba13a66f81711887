import Foundation
import NotesCore

/// What a tab asks of the server.
enum Request: Equatable {
    case hello(query: String, note: NoteID?)
    case search(String)
    case open(NoteID)
    case leave
    case create
    case type(NoteID, String, base: Int)
    case pin(NoteID, Bool)
    case delete(NoteID)
    case undo(NoteID)
    case more
    case dismiss(Int)
    case dismissImport
    /// The tab asks whether the server is still there.
    case ping

    /// Why a message was not understood.
    struct Malformed: Error, Equatable {
        let sentence: String
    }

    init(_ message: String) throws(Malformed) {
        guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(message.utf8)) else {
            throw Malformed(sentence: "The message was not understood: it is not a JSON object with what to do.")
        }
        guard let request = Self.make(fields) else {
            throw Malformed(
                sentence: "The message was not understood: “\(fields.do.prefix(40))” is unknown or incomplete.")
        }
        self = request
    }

    private struct Fields: Decodable {
        let `do`: String
        let note: Int64?
        let query: String?
        let text: String?
        let base: Int?
        let on: Bool?
        let id: Int?
    }

    private static func make(_ fields: Fields) -> Request? {
        let note = fields.note.map { NoteID($0) }
        return switch fields.do {
        case "hello": .hello(query: fields.query ?? "", note: note)
        case "search": fields.query.map { .search($0) }
        case "open": note.map { .open($0) }
        case "leave": .leave
        case "create": .create
        case "type": makeType(fields)
        case "pin": note.flatMap { note in fields.on.map { .pin(note, $0) } }
        case "delete": note.map { .delete($0) }
        case "undo": note.map { .undo($0) }
        case "more": .more
        case "dismiss": fields.id.map { .dismiss($0) }
        case "dismissImport": .dismissImport
        case "ping": .ping
        default: nil
        }
    }

    private static func makeType(_ fields: Fields) -> Request? {
        guard let note = fields.note, let text = fields.text, let base = fields.base else { return nil }
        return .type(NoteID(note), text, base: base)
    }
}
