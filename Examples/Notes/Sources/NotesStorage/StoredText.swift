import Foundation
import GRDB
import MillraceWeb
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
    /// main actor. It is prepared also if the caller's task is cancelled.
    static func prepare(_ text: String, for client: WebClient, in queue: FairQueue) async throws -> StoredText {
        try await Task {
            let plain = try await queue.run(for: client) { text.storable }
            var (folding, folded) = (Folding(of: plain), [UInt8]())
            while !folding.isDone { folded += try await queue.run(for: client) { folding.fold(atMost: step) } }
            return try await queue.run(for: client) {
                StoredText(plain: plain, folded: String(decoding: folded, as: UTF8.self))
            }
        }.value
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
