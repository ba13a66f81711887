import Foundation
import GRDB
import MillraceWeb
import NotesCore

extension Storage {
    /// Finds the notes of ``SearchNotes``, in short steps that alternate with those of other clients.
    ///
    /// - Throws: A `CancellationError` if the task is cancelled; an error of the database.
    func search(_ command: SearchNotes) async throws -> [NoteID] {
        let oldest = command.isRecent ? now() - SearchNotes.recent : .min
        let queue = command.changed == nil ? searchQueue : repetitionQueue
        // As JSON, because an SQL statement has a limited number of arguments.
        let changed = command.changed.map { "[\($0.map { "\($0.number)" }.joined(separator: ","))]" }
        let (client, words) = (client(of: command.window), command.query.searchWords)
        var found: [NoteID] = []
        var last: Int64? = 0
        while let first = last {
            try Task.checkCancellation()
            let step = try await queue.run(for: client) { [searches, searchStep] in
                // Not on the actor of the window.
                try await computations.runOnThread(for: client) {
                    try searches.read {
                        try Self.find(
                            words, among: changed, after: first, since: oldest, until: .now + searchStep, in: $0)
                    }
                }
            }
            found += step.found
            last = step.last
        }
        return found
    }

    /// Finds notes in the order of their numbers, until the time is over.
    ///
    /// - Parameter changed: The numbers of the notes to search as a JSON array; `nil` for all.
    /// - Returns: The notes, and the number of the last note that was read; `nil` if there are no more notes.
    private static func find(
        _ words: [String], among changed: String?, after first: Int64, since oldest: Int64,
        until end: ContinuousClock.Instant, in db: Database
    ) throws -> (found: [NoteID], last: Int64?) {
        let source = words.isEmpty ? "'' AS text FROM note" : "text FROM note JOIN folded ON folded.note = note.id"
        let selection = changed == nil ? "" : "id IN (SELECT value FROM json_each(?)) AND"
        let rows = try Row.fetchCursor(
            db, sql: "SELECT id, \(source) WHERE \(selection) id > ? AND modified >= ? ORDER BY id",
            arguments: StatementArguments(changed.map { [$0] } ?? []) + [first, oldest])
        var found: [NoteID] = []
        while let row = try rows.next() {
            let (id, text): (Int64, String) = (row["id"], row["text"])
            if text.contains(words) { found.append(NoteID(id)) }
            if .now >= end { return (found, id) }
        }
        return (found, nil)
    }
}

extension String {
    /// The first words of a query, as they occur in folded texts, the longest first. Omits words that other words contain.
    fileprivate var searchWords: [String] {
        var seen: Set<Substring> = []
        let words = storable.folded.split(whereSeparator: \.isWhitespace).filter { seen.insert($0).inserted }
        return words.prefix(SearchNotes.maxWords).map(String.init).sorted { $0.utf8.count > $1.utf8.count }
            .reduce(into: []) { kept, word in
                if !kept.contains(where: { $0.contains([word]) }) { kept.append(word) }
            }
    }

    /// Whether the text contains all words, compared as UTF-8. `strstr` takes linear time, whatever the text repeats.
    fileprivate func contains(_ words: [String]) -> Bool {
        withCString { text in words.allSatisfy { strstr(text, $0) != nil } }
    }
}
