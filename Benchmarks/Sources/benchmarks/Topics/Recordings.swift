import Foundation
import MillraceJournal
import MillraceKit

/// J: recordings of a store with a thousand rows, of which each turn changes one.
@MainActor func recordings() -> Topic {
    Topic(
        workloads: [
            Workload("encode 1,000 rows", times: 4) {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                return { count in
                    for _ in 0..<count { _ = try? encoder.encode(Table.rows) }
                }
            },
            Workload("record a turn of 1,000 rows", times: 4) {
                let session = Session()
                return { count in
                    for _ in 0..<count { session.turn() }
                }
            },
            Workload("read 2,000 turns", times: 1) {
                let text = Session.text(turns: 2_000)
                return { count in
                    for _ in 0..<count { _ = try? RecordingReader(text).read() }
                }
            },
            Workload("read turn 1,000", times: 1) {
                let text = Session.text(turns: 2_000)
                return { count in
                    for _ in 0..<count { _ = try? RecordingReader(text).read(turns: 1_000...1_000) }
                }
            },
        ],
        rows: { costs in
            let bytes = Session.text(turns: 2_000).utf8.count
            return [
                Row("J1", "bytes of 2,000 turns of 1,000 rows", count: Double(bytes), atMost: 1_000_000),
                Row(
                    "J2", "record a turn ÷ encode its state", costs, "record a turn of 1,000 rows",
                    over: "encode 1,000 rows", atMost: 3),
                Row(
                    "J3", "read one turn in the middle ÷ read all", costs, "read turn 1,000",
                    over: "read 2,000 turns", atMost: 0.25),
            ]
        })
}

/// A store whose turns are recorded.
@MainActor private struct Session {
    let store: Store<Table>
    let recorder: StoreRecorder<Table>?

    init(records: Int = 10) {
        let engine = Engine()
        engine.history = History(records: records)
        store = Store(Table.rows, Table(), on: engine)
        recorder = try? StoreRecorder(store)
        try? recorder?.write { _ in }
    }

    /// Sends an action and writes its line.
    func turn() {
        store.send(Int(truncatingIfNeeded: store.engine.history?.position ?? 0) + 1)
        try? recorder?.write { _ in }
    }

    /// Returns the recording of a session.
    static func text(turns: Int) -> String {
        let session = Session(records: turns)
        for _ in 0..<turns { session.store.send(Int(session.store.engine.history?.position ?? 0) + 1) }
        return (try? session.store.engine.history?.recording(of: session.store)) ?? ""
    }
}
