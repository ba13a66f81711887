import GRDB
import NotesCore

extension Storage {
    func save(_ preferences: Preferences) async throws {
        try await write(for: .unknown) { db in
            for (name, value) in preferences.stored {
                try db.execute(
                    sql: "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = ?",
                    arguments: [name, value, value])
            }
        }
    }
}

extension Preferences {
    fileprivate var stored: [(name: String, value: String)] {
        [("theme", theme.rawValue), ("arrangement", arrangement.rawValue), ("undoSeconds", "\(undoSeconds)")]
    }

    /// Reads the stored preferences. A missing or unknown value keeps its default.
    init(stored db: Database) throws {
        self.init()
        let rows = try Row.fetchAll(db, sql: "SELECT name, value FROM setting")
        for (name, value) in rows.map({ ($0["name"] as String, $0["value"] as String) }) {
            switch name {
            case "theme": theme = Theme(rawValue: value) ?? theme
            case "arrangement": arrangement = Arrangement(rawValue: value) ?? arrangement
            case "undoSeconds":
                undoSeconds = Int(value).flatMap { Self.undoTimes.contains($0) ? $0 : nil } ?? undoSeconds
            default: break
            }
        }
    }
}
