import Foundation
import GRDB
import NotesCore

/// The text of a note as it is stored.
struct StoredText: Sendable {
    /// The maximum number of bytes that are folded in one step.
    static let step = 65_536

    /// The text without null characters.
    let plain: String
    /// The text as it is searched.
    let folded: String

    /// The text of a new note.
    static let empty = StoredText(plain: "", folded: "")

    /// The beginning of the text, for its headline.
    var start: String { String(plain.unicodeScalars.prefix(Headline.scannedLength)) }

    /// Writes the text of a note.
    func write(to note: NoteID, in db: Database) throws {
        for (table, text) in [("content", plain), ("folded", folded)] {
            let sql =
                "INSERT INTO \(table) (note, text) VALUES (?, ?) ON CONFLICT (note) DO UPDATE SET text = excluded.text"
            try db.cachedStatement(sql: sql).execute(arguments: [note.number, text])
        }
    }

    /// Prepares a text in steps that alternate with those of other clients, before the transaction that stores it and not on the
    /// main actor.
    static func prepare(_ text: String, for client: WindowClient, in queue: ClientQueue) async throws -> StoredText {
        let plain = try await queue.run(for: client) { text.storable }
        var (folding, folded) = (Folding(of: plain), [UInt8]())
        while !folding.isDone {
            let current = folding
            let next = try await queue.run(for: client) {
                var next = current
                return (bytes: next.fold(atMost: step), folding: next)
            }
            folded += next.bytes
            folding = next.folding
        }
        let bytes = folded
        return try await queue.run(for: client) {
            StoredText(plain: plain, folded: String(decoding: bytes, as: UTF8.self))
        }
    }
}

extension String {
    /// The text without null characters. SQLite would end the text at the first one.
    var storable: String {
        guard utf8.contains(0) else { return self }
        // By bytes: for the scalars, a text of 2 MB takes a tenth of a second.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count + 2)
        for byte in utf8 { if byte == 0 { bytes += "\u{FFFD}".utf8 } else { bytes.append(byte) } }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text without differences of case, accents and width, for searching.
    var folded: String {
        var folding = Folding(of: self)
        return String(decoding: folding.fold(atMost: .max), as: UTF8.self)
    }
}
