#if SQLite || App
    import Foundation
    import Millrace
    import MillraceJournal
    import Testing

    @testable import MillraceDurable

    /// Changes of the form of scenes, whose stores have the names of modules and numbers.
    @Suite("Migrations of scenes") struct SceneMigrationTests {
        private struct Old: Codable, Equatable { var count: Int }
        private struct New: Codable, Equatable { var text: String }
        private struct Refused: Error {}

        /// A row of an old state, or of a new one.
        private struct Row<ID: Codable & Hashable>: Codable, Identifiable { let id: ID }

        /// A store of an engine, with a state, two elements, a value, and work.
        private func fill(_ batch: inout StoredBatch, _ store: String, count: String = #"{"count":1}"#) {
            func set(_ part: String, _ key: String, _ json: String) {
                batch.values[StoredID(store: store, part: part, key: key)] = .some(StoredValue(Array(json.utf8)))
            }
            set("", "", count)
            set("rows", "1", #"{"id":1}"#)
            set("rows", "2", #"{"id":2}"#)
            set("totals", #""all""#, "3")
            let command = CommandRecord(
                name: "charge", value: #"{"count":5}"#, id: nil, policy: .concurrent, cancelled: #"{"count":6}"#)
            let flow = FlowRecord.merge([
                .execute(command), .child(ChildRecord(name: "rows", key: "1", flow: .send("7"))),
            ])
            batch.lastNumber += 1
            batch.work[batch.lastNumber] = .some(encoded(WorkRecord(store: store, flow: flow)))
        }

        private func encoded(_ record: WorkRecord) -> [UInt8] { (try? JSONCoding.encode(record)) ?? [] }

        /// Stores an engine with stores, and a message for the first one.
        private func store(
            _ engine: String, _ stores: [String], count: String = #"{"count":1}"#, in backend: some DurableBackend
        ) async throws {
            var batch = StoredBatch()
            (batch.turn, batch.past) = (1, .restart)
            for store in stores { fill(&batch, store, count: count) }
            batch.session = StoredSession(id: engine, engine: engine, owner: [], address: "")
            try await backend.append(batch, to: engine, after: 0)
            batch = StoredBatch()
            (batch.turn, batch.past) = (2, .actions([1]))
            batch.values[StoredID(store: stores[0], part: "totals", key: #""all""#)] = .some(StoredValue([51]))
            try await backend.append(batch, to: engine, after: 1)
            let message = WorkRecord(store: stores[0], flow: .send(#"{"count":9}"#))
            try await backend.post(StoredMessage(to: engine, encoded(message)))
        }

        private static let all = DurableMigration("texts") { changes in
            try changes.state(of: "List", from: Old.self) { New(text: "\($0.count)") }
            try changes.elements(of: "List", "rows", from: Row<Int>.self) { Row(id: "\($0.id)") }
            try changes.values(of: "List", "totals", from: Int.self) { "\($0)" }
            try changes.keys(ofChildren: "rows", in: "List", from: Int.self) { "\($0)" }
            try changes.actions(of: "List", from: Old.self) { New(text: "\($0.count)") }
            try changes.commands("charge", from: Old.self) { New(text: "\($0.count)") }
            try changes.rename(store: "List", to: "Items")
        }

        private func texts(_ engine: StoredEngine) -> [String] {
            let values = engine.values.map { id, value in
                [id.store, id.part, id.key, String(decoding: value.bytes, as: UTF8.self)].joined(separator: "|")
            }
            let work = (Array(engine.work.values) + Array(engine.inbox.values)).map {
                String(decoding: $0, as: UTF8.self)
            }
            return (values + work).sorted()
        }

        @Test("Pages · a migration of a module changes all its scenes, and no store with a similar name")
        func scenes() async throws {
            let backend = MemoryBackend(keepsActions: true)
            try await store("page", ["List#1", "List#12", "List"], in: backend)
            for (number, name) in ["List#", "List#a", "List#1a", "List1", "Lis#1", "My.List#1"].enumerated() {
                try await store("other \(number)", [name], in: backend)
            }
            let others = DurableMigration("others") { changes in
                try changes.state(of: "List", from: Old.self) { _ in New(text: "a") }
                try changes.rename(store: "List", to: "Items")
            }
            let before = try await backend.engines()
            var engines = before
            try DurableMigration.apply([others], after: [], to: &engines)
            for (name, engine) in engines where name != "page" { #expect(engine == before[name]) }

            try await DurableStorage(backend).migrate([Self.all])
            let page = try await backend.load("page")
            let expected = try ["Items", "Items#1", "Items#12"].flatMap { store in
                let record = CommandRecord(
                    name: "charge", value: #"{"text":"5"}"#, id: nil, policy: .concurrent, cancelled: #"{"text":"6"}"#)
                let flow = FlowRecord.merge([
                    .execute(record), .child(ChildRecord(name: "rows", key: #""1""#, flow: .send("7"))),
                ])
                return [
                    #"\#(store)|||{"text":"1"}"#, #"\#(store)|rows|"1"|{"id":"1"}"#, #"\#(store)|rows|"2"|{"id":"2"}"#,
                    #"\#(store)|totals|"all"|"3""#,
                    String(decoding: try JSONCoding.encode(WorkRecord(store: store, flow: flow)), as: UTF8.self),
                ]
            }
            let message = encoded(WorkRecord(store: "Items#1", flow: .send(#"{"text":"9"}"#)))
            #expect(texts(page) == (expected + [String(decoding: message, as: UTF8.self)]).sorted())
            #expect(try await backend.past(of: "page").isEmpty)
        }

        @Test(
            "Pages · a refused value of a scene keeps its engine as it was, with its kept actions, and changes the others",
            arguments: [false, true])
        func refused(_ onFile: Bool) async throws {
            try await withFile { file in
                let backend: any DurableBackend =
                    onFile ? try SQLiteBackend(file) : MemoryBackend(keepsActions: true)
                try await store("good", ["List#1"], in: backend)
                try await store("refused", ["List#1"], count: #"{"count":13}"#, in: backend)
                try await store("wrong form", ["Tree#1", "List#2"], count: #"{"other":1}"#, in: backend)
                let before = try await backend.engines()
                let migrations = [
                    DurableMigration("trees") { changes in
                        try changes.values(of: "Tree", "totals", from: Int.self) { $0 + 1 }
                    },
                    DurableMigration("lists") { changes in
                        try changes.state(of: "List", from: Old.self) { old in
                            if old.count == 13 { throw Refused() }
                            return old
                        }
                    },
                    Self.all,
                ]
                try await DurableStorage(backend).migrate(migrations)
                for engine in ["refused", "wrong form"] {
                    #expect(try await backend.load(engine) == before[engine])
                    #expect(try await backend.past(of: engine).count == 1)
                    #expect(try await backend.sessions(withID: engine).count == 1)
                }
                let good = try await backend.load("good")
                #expect(good.values[StoredID(store: "Items#1")] == StoredValue(Array(#"{"text":"1"}"#.utf8)))
                #expect(try await backend.migrations() == ["trees", "lists", "texts"])
                await backend.close()
            }
        }

        @Test("Pages · each method that a scene refuses keeps its engine; for another store, it throws")
        func methods() async throws {
            let methods: [@Sendable (inout DurableChanges) throws -> Void] = [
                { try $0.state(of: "List", from: [Int].self) { $0 } },
                { try $0.elements(of: "List", "rows", from: Row<Int>.self) { _ in Row(id: 1) } },
                { try $0.values(of: "List", "totals", from: String.self) { $0 } },
                { try $0.keys(ofChildren: "rows", in: "List", from: String.self) { $0 } },
                { try $0.actions(of: "List", from: [Int].self) { $0 } },
                { try $0.commands("charge", from: [Int].self) { $0 } },
                { try $0.rename(store: "List", to: "Tree") },
            ]
            for (number, method) in methods.enumerated() {
                for suffix in ["#1", ""] {
                    let backend = MemoryBackend()
                    try await store("page", ["List\(suffix)", "Tree\(suffix)"], in: backend)
                    let before = try await backend.engines()
                    let migration = DurableMigration("refused", method)
                    var engines = before
                    if suffix.isEmpty {
                        #expect(throws: DurableError.self, "\(number)") {
                            try DurableMigration.apply([migration], after: [], to: &engines)
                        }
                    } else {
                        try DurableMigration.apply([migration], after: [], to: &engines)
                        #expect(engines.isEmpty, "\(number)")
                    }
                }
            }
        }
    }
#endif
