#if SQLite || App
    /// Stores what an engine needs to go on after a restart. Each call is whole or has no effect.
    ///
    /// One task at a time uses a backend. `Tests/DurableTests/BackendConformanceTests.swift` has the rules that each backend obeys.
    package protocol DurableBackend: Sendable {
        /// Names the origin of the stored data. A restored backup has another name.
        func generation() async throws(DurableError) -> String
        /// Returns what is stored for an engine: nothing, if it is new.
        func load(_ engine: String) async throws(DurableError) -> StoredEngine
        /// Stores a batch.
        ///
        /// - Parameter turn: The last turn that the caller has stored, or that ``load(_:)`` returned. If another one is stored, another
        ///   process has written meanwhile, and nothing changes.
        func append(_ batch: StoredBatch, to engine: String, after turn: UInt64) async throws(DurableError)
        /// Returns the turn of the message with this id; `nil` if it was not stored, or is too old.
        func turn(ofMessage id: String, in engine: String) async throws(DurableError) -> UInt64?
        /// Forgets the ids of messages that were stored before this time, in seconds since 1970.
        func forgetMessages(before time: Double, in engine: String) async throws(DurableError)
        /// Closes the backend. Every later call throws ``DurableError/closed``.
        func close() async
    }

    /// The place of a value: the rest of a state, whose part and key are empty, or an element of one of its collections.
    package struct StoredID: Hashable, Sendable {
        package let store: String
        package var part = ""
        package var key = ""

        package init(store: String, part: String = "", key: String = "") {
            (self.store, self.part, self.key) = (store, part, key)
        }
    }

    /// A stored value, and its position among the elements of its collection.
    package struct StoredValue: Hashable, Sendable {
        package let bytes: [UInt8]
        package let position: Int64

        package init(_ bytes: [UInt8], position: Int64 = 0) { (self.bytes, self.position) = (bytes, position) }
    }

    /// The stored states and work of an engine.
    package struct StoredEngine: Equatable, Sendable {
        /// The number of turns that were stored.
        package var turn: UInt64 = 0
        /// The highest number that a piece of work has had.
        package var lastNumber: Int64 = 0
        package var values: [StoredID: StoredValue] = [:]
        /// The work in flight, by number.
        package var work: [Int64: [UInt8]] = [:]
        /// The commands that were given up, by number.
        package var letters: [Int64: [UInt8]] = [:]

        package init() {}
    }

    /// The changes of one or more whole turns. `nil` removes an entry.
    package struct StoredBatch: Equatable, Sendable {
        /// The number of the last turn.
        package var turn: UInt64 = 0
        package var lastNumber: Int64 = 0
        package var values: [StoredID: StoredValue?] = [:]
        package var work: [Int64: [UInt8]?] = [:]
        package var letters: [Int64: [UInt8]?] = [:]
        /// The ids of messages, with their times in seconds since 1970.
        package var messages: [String: Double] = [:]

        package init() {}

        package var isEmpty: Bool { values.isEmpty && work.isEmpty && letters.isEmpty && messages.isEmpty }
    }

    extension StoredEngine {
        /// Applies a batch.
        package mutating func apply(_ batch: StoredBatch) {
            (turn, lastNumber) = (batch.turn, max(lastNumber, batch.lastNumber))
            for (id, value) in batch.values { values[id] = value }
            for (number, bytes) in batch.work { work[number] = bytes }
            for (number, bytes) in batch.letters { letters[number] = bytes }
        }
    }
#endif
