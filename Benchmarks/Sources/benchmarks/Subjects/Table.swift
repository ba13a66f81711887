import MillraceJournal
import MillraceKit

/// A thousand rows, of which each turn changes one.
struct Table: Reducer {
    struct Row: Codable, Equatable, Sendable {
        var id: Int
        var title: String
    }

    static let rows = (0..<1_000).map { Row(id: $0, title: "row \($0)") }

    func reduce(_ rows: inout [Row], _ action: Int) -> Flow<Self> {
        rows[action * 7 % rows.count].title = "row \(action)"
        return .none
    }
}
