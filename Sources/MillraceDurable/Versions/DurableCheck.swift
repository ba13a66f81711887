#if SQLite || App
    public import Foundation
    public import Millrace

    /// Checks that a build reduces the kept actions of an engine to the values that were stored.
    ///
    /// A storage keeps the last actions of each engine, if all of them are `Codable`. A check reduces them again: no handler is called, and the
    /// file is not changed. A program may use the file meanwhile.
    ///
    /// ```swift
    /// @Suite struct Storages {
    ///     @Test func shop() async throws {
    ///         for file in DurableCheck.requested {
    ///             var check = DurableCheck(file, engine: "shop")
    ///             check.store("orders", Orders())
    ///             let answer = try await check.run()
    ///             #expect(answer.isSame, "\(answer)")
    ///         }
    ///     }
    /// }
    /// ```
    /// `millrace storage check FILE` runs this suite of a package.
    public struct DurableCheck {
        /// The result of a check.
        public enum Answer: Hashable, Sendable, CustomStringConvertible {
            /// All kept actions lead to the stored values. `batches` is the number of batches that were compared.
            case same(batches: Int)
            /// The values differ: after this turn for the first time, or after one that was stored with it.
            case differs(turn: UInt64)

            /// Whether the values are the same.
            public var isSame: Bool { if case .same = self { true } else { false } }

            /// The answer in one sentence.
            public var description: String {
                switch self {
                case .same(let batches): "same: \(batches) batches of kept actions lead to the stored values"
                case .differs(let turn): "differs from turn \(turn): the kept actions lead to other values"
                }
            }
        }

        private let open: () async throws(DurableError) -> any DurableBackend
        private let engine: String
        private var stores: [String: ([StoredID: StoredValue]) throws -> any CheckedStore] = [:]

        /// Creates a check of an engine in a file.
        ///
        /// - Parameters:
        ///   - file: The file, which is only read.
        ///   - engine: The name of the engine.
        public init(_ file: URL, engine: String) {
            self.init(engine) { () throws(DurableError) in try SQLiteBackend(reading: file.path) }
        }

        init(_ engine: String, _ open: @escaping () async throws(DurableError) -> any DurableBackend) {
            (self.engine, self.open) = (engine, open)
        }

        /// The file that `millrace storage check` names, or an empty array.
        public static var requested: [URL] {
            ProcessInfo.processInfo.environment["MILLRACE_STORAGE"].map { [URL(fileURLWithPath: $0)] } ?? []
        }

        /// Adds a store of the engine.
        ///
        /// - Parameters:
        ///   - name: The name of the store, as in ``DurableEngine/store(_:_:_:)``.
        ///   - reducer: The reducer of this build.
        public mutating func store<R: Reducer>(_ name: String, _ reducer: R)
        where R.State: Codable, R.Action: Codable {
            stores[name] = { try ReducedStore(name, reducer, $0) }
        }

        /// Reduces the kept actions, and compares the values.
        ///
        /// - Returns: The answer.
        /// - Throws: ``DurableError/storage(reason:)`` if no actions are kept, ``DurableError/missing(engine:names:)`` if a store was not added,
        ///   ``DurableError/unreadable(engine:store:type:reason:)`` if a value or an action does not have the form of this build.
        public func run() async throws(DurableError) -> Answer {
            let backend = try await open()
            let (pasts, end): ([StoredPast], StoredEngine)
            do throws(DurableError) { (pasts, end) = try await read(backend) } catch {
                await backend.close()
                throw error
            }
            await backend.close()
            if pasts.isEmpty {
                throw .storage(reason: "No actions of the engine \(engine) are kept, so there is nothing to check.")
            }
            for (index, past) in pasts.enumerated() {
                let last = index + 1 < pasts.count ? pasts[index + 1].values : end.values
                if let turn = try firstDifference(in: past, endingWith: last) { return note(.differs(turn: turn)) }
            }
            return note(.same(batches: pasts.reduce(0) { $0 + $1.batches.count }))
        }

        /// Reads the kept actions, and the values after the last of them. A program that writes meanwhile can remove the oldest actions: then
        /// they are read again.
        private func read(
            _ backend: any DurableBackend
        ) async throws(DurableError) -> (pasts: [StoredPast], end: StoredEngine) {
            while true {
                let end = try await backend.load(engine)
                var pasts = try await backend.past(of: engine)
                let again = try await backend.past(of: engine)
                guard pasts.first?.values == again.first?.values else { continue }
                for index in pasts.indices { pasts[index].batches.removeAll { $0.turn > end.turn } }
                // A segment that was begun after the end was read.
                pasts.removeAll { $0.batches.isEmpty }
                return (pasts, end)
            }
        }

        /// Returns the turn of the first batch whose values differ; `nil` if there is none.
        ///
        /// The bytes of a value can differ although the value is the same, because a set has no order. So the values at the end are compared, too.
        private func firstDifference(
            in past: StoredPast, endingWith end: [StoredID: StoredValue]
        ) throws(DurableError) -> UInt64? {
            var reduced: [String: any CheckedStore] = [:]
            let missing = Set(past.values.keys.map(\.store)).filter { stores[$0] == nil }.sorted()
            if !missing.isEmpty { throw .missing(engine: engine, names: missing.map { "the store \($0)" }) }
            for (name, list) in Dictionary(grouping: past.values, by: { $0.key.store }) {
                reduced[name] = try unreadable(name, "state") {
                    try stores[name]?(Dictionary(uniqueKeysWithValues: list.map { ($0.key, $0.value) }))
                }
            }
            var difference: UInt64?
            for batch in past.batches where try !reduce(batch, reduced) { difference = difference ?? batch.turn }
            guard let difference else { return nil }
            for (name, store) in reduced {
                let values = end.filter { $0.key.store == name }
                if try unreadable(name, "state", { try !store.isSame(as: values) }) { return difference }
            }
            return nil
        }

        /// Reduces the actions of a batch. Returns whether the values have changed as they did.
        private func reduce(
            _ batch: StoredPast.Batch, _ reduced: [String: any CheckedStore]
        ) throws(DurableError) -> Bool {
            let collections = try unreadable("the turn \(batch.turn)", "list of actions") {
                try PastActions.read(batch.actions)
            }
            var changes: [StoredID: StoredValue?] = [:]
            for steps in collections {
                for (name, action) in steps {
                    guard let store = reduced[name] else {
                        throw .missing(engine: engine, names: ["the store \(name)"])
                    }
                    try unreadable(name, store.actionType) { try store.reduce(action) }
                }
                for name in Set(steps.map(\.store)) {
                    guard let store = reduced[name] else { continue }
                    let own = try unreadable(name, "state") { try store.takeChanges() }
                    changes.merge(own) { $1 }
                }
            }
            return StoredBatch.digest(of: changes) == batch.digest
        }

        private func unreadable<Result>(
            _ store: String, _ type: String, _ body: () throws -> Result
        ) throws(DurableError) -> Result {
            do { return try body() } catch {
                throw .unreadable(engine: engine, store: store, type: type, reason: "\(error)")
            }
        }

        /// Writes the answer for `millrace storage check`.
        private func note(_ answer: Answer) -> Answer {
            guard let folder = ProcessInfo.processInfo.environment["MILLRACE_RESULTS"] else { return answer }
            let file = URL(fileURLWithPath: folder).appendingPathComponent(
                "\(engine.replacingOccurrences(of: "/", with: "-")).feature")
            // Without this file, the command only cannot say what was checked.
            try? Data("\(answer)".utf8).write(to: file)
            return answer
        }
    }
#endif
