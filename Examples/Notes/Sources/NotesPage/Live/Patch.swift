/// What has changed in a page since the last patch, as it is sent.
struct Patch: Codable, Equatable {
    /// The regions that changed, by the id of their element.
    var regions: [String: String] = [:]
    /// The list, if it changed.
    var list: List?
    /// The open note, if it changed.
    var document: OpenNote?
    /// The number of the note that is shown, 0 for none; if it changed.
    var note: Int64?
    /// What the search field should hold, if the server changed it.
    var query: String?
    /// How many notes were made in this tab, if it changed.
    var newNotes: Int?
    /// Why a message was refused.
    var refusal: String?

    /// The rows: all keys in order, and those rows that are new or changed.
    struct List: Codable, Equatable {
        var order: [String]
        var rows: [String: String]
    }

    /// The open note.
    struct OpenNote: Codable, Equatable {
        var note: Int64
        /// Which run of the server speaks; its versions mean nothing to another.
        var epoch: String
        var version: Int
        /// The version that is on the disk.
        var saved: Int
        /// The text; left out where the tab has it.
        var text: String?
        /// Whether the server has taken what the tab sent last.
        var acknowledged: Bool
        /// Whether the server will not take what the tab sent last, whatever it is based on.
        var refused: Bool
    }

    var isEmpty: Bool { self == Patch() }
}
