#if SQLite || App
    import Foundation
    package import MillraceJournal

    extension DurableStorage {
        /// Returns what a SQLite file stores as a recording for the inspector, also while a program uses the file: the states, the work in
        /// flight, and the dead letters. Changes nothing.
        ///
        /// - Throws: ``DurableError``: the file is missing, newer or damaged.
        package static func recording(of file: String) async throws(DurableError) -> SnapshotRecording {
            let backend = try SQLiteBackend(reading: file)
            defer { backend.closeNow() }
            let engines = try await backend.engines().sorted { $0.key < $1.key }
            var works: [[StoredWork]] = []
            for (name, engine) in engines { works.append(try StoredWork.all(engine, of: name)) }
            let now = Date().timeIntervalSince1970
            let started = works.joined().compactMap(\.record.since).min() ?? now
            var recording = SnapshotRecording(URL(fileURLWithPath: file).lastPathComponent, started: started)
            for ((name, engine), works) in zip(engines, works) {
                var stores: [String: UInt64] = [:]
                for (store, values) in Dictionary(grouping: engine.values, by: \.key.store).sorted(by: {
                    $0.key < $1.key
                }) {
                    let type = engines.count == 1 ? store : "\(name).\(store)"
                    stores[store] = recording.add(store: type, state(values.map { ($0.key, $0.value) }))
                }
                for work in works { work.add(to: &recording, store: stores[work.record.store], now: now) }
                recording.add("replacement", "\(name) after turn \(engine.turn)", at: now, end: ("done", nil))
            }
            return recording
        }

        /// Returns the JSON of a state: the rest, with each collection as a member.
        private static func state(_ values: [(id: StoredID, value: StoredValue)]) -> JSON {
            var members: [JSON.Member] = []
            if let rest = values.first(where: { $0.id.part.isEmpty }).map({ RecordedValue.json($0.value.bytes) }) {
                guard case .object(let all) = rest else { return rest }
                members = all
            }
            let parts = Dictionary(grouping: values.filter { !$0.id.part.isEmpty }, by: \.id.part)
            for (name, rows) in parts.sorted(by: { $0.key < $1.key }) {
                let sorted = rows.sorted { ($0.value.position, $0.id.key) < ($1.value.position, $1.id.key) }
                let hasOrder = rows.contains { $0.value.position != 0 }
                let json = sorted.map { RecordedValue.json($0.value.bytes) }
                let all: JSON =
                    hasOrder
                    ? .array(json)
                    : .object(
                        zip(sorted, json).map {
                            JSON.Member(name: RecordedValue.typed($0.id.key).text ?? $0.id.key, value: $1)
                        })
                members.removeAll { $0.name == name }
                members.append(JSON.Member(name: name, value: all))
            }
            return .object(members)
        }
    }

    /// A piece of work of an engine, or a dead letter.
    private struct StoredWork {
        let record: WorkRecord
        let isLetter: Bool

        static func all(_ engine: StoredEngine, of name: String) throws(DurableError) -> [StoredWork] {
            try DurableWork.records(engine.work, of: name).map { StoredWork(record: $0.record, isLetter: false) }
                + DurableWork.records(engine.letters, of: name).map { StoredWork(record: $0.record, isLetter: true) }
        }

        /// Adds a message for each command, and one for a delay.
        func add(to recording: inout SnapshotRecording, store: UInt64?, now: Double) {
            let time = record.since ?? now
            if let deadline = record.deadline {
                let seconds = Int((deadline - now).rounded())
                recording.add(
                    "command", "Delay", store: store, at: time,
                    .object([
                        JSON.Member(name: "endsInSeconds", value: .number("\(seconds)")),
                        JSON.Member(name: "commands", value: .array(record.flow.names.map(JSON.string))),
                    ]))
            } else {
                for command in record.flow.commands {
                    recording.add(
                        "command", command.name, store: store, at: time, RecordedValue.typed(command.value),
                        attempts: max(1, record.starts) + (record.retries ?? 0),
                        end: isLetter ? ("deadLetter", record.reason) : nil)
                }
            }
        }
    }
#endif
