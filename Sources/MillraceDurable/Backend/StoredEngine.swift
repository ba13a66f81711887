#if SQLite || App
    import MillraceJournal

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
        /// The time of the engine's clock when the last batch was collected, in seconds.
        package var time = 0.0
        package var values: [StoredID: StoredValue] = [:]
        /// The work in flight, by number.
        package var work: [Int64: [UInt8]] = [:]
        /// The commands that were given up, by number.
        package var letters: [Int64: [UInt8]] = [:]
        /// The messages that other engines have sent, and that no turn has reduced yet, by their positions.
        package var inbox: [Int64: [UInt8]] = [:]

        package init() {}
    }

    /// A message for the inbox of an engine.
    package struct StoredMessage: Equatable, Sendable {
        /// The name of the engine that receives it.
        package let engine: String
        package let bytes: [UInt8]

        package init(to engine: String, _ bytes: [UInt8]) { (self.engine, self.bytes) = (engine, bytes) }
    }

    /// The changes of one or more whole turns. `nil` removes an entry.
    package struct StoredBatch: Equatable, Sendable {
        /// The number of the last turn.
        package var turn: UInt64 = 0
        package var lastNumber: Int64 = 0
        /// The time of the engine's clock, in seconds.
        package var time = 0.0
        package var values: [StoredID: StoredValue?] = [:]
        package var work: [Int64: [UInt8]?] = [:]
        package var letters: [Int64: [UInt8]?] = [:]
        /// The ids of messages, with their times in seconds since 1970.
        package var messages: [String: Double] = [:]
        /// The messages of the engine's inbox that the turns have reduced, by their positions.
        package var inbox: [Int64: [UInt8]?] = [:]
        /// The messages for other engines, in order.
        package var outgoing: [StoredMessage] = []
        package var past = PastChange.actions([])
        /// The session of the engine, if it is new or has changed.
        package var session: StoredSession?
        /// How long the write may wait for those of other engines, so that they share a sync: in seconds. Zero for no wait. It is not
        /// stored.
        package var delay = 0.0

        package init() {}

        /// Whether nothing needs to be written now. A few actions that have changed nothing can wait for the next change.
        package var isEmpty: Bool {
            values.isEmpty && work.isEmpty && letters.isEmpty && messages.isEmpty && inbox.isEmpty
                && outgoing.isEmpty && session == nil && past.byteCount < Self.maxWaitingBytes
        }

        private static let maxWaitingBytes = 65_536
    }

    /// The addition of a batch to the kept actions.
    package enum PastChange: Equatable, Sendable {
        /// Nothing is kept: the actions cannot be encoded. Removes what was kept.
        case none
        /// The states were changed by something else than actions. The actions of later batches are kept from the new states on.
        case restart
        /// The encoded actions of the batch.
        case actions([UInt8])

        /// Adds a later change of the same batch. An empty line is between the actions of two collections.
        mutating func append(_ later: PastChange) {
            switch (self, later) {
            case (.actions(var bytes), .actions(let more)):
                if more.isEmpty { return }
                // Appended in place.
                self = .none
                if !bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
                bytes += more
                self = .actions(bytes)
            case (.none, _), (_, .none): self = .none
            case (.restart, _), (_, .restart): self = .restart
            }
        }

        var byteCount: Int { if case .actions(let bytes) = self { bytes.count } else { 0 } }
    }

    /// Kept actions: values, and the batches that changed them.
    package struct StoredPast: Equatable, Sendable {
        package struct Batch: Equatable, Sendable {
            package let turn: UInt64
            /// The digest of the changes, see ``StoredBatch/digest``.
            package let digest: Int64
            package let actions: [UInt8]
        }

        package var values: [StoredID: StoredValue] = [:]
        package var batches: [Batch] = []

        package init() {}
    }

    extension StoredBatch {
        /// The changes from what is stored to other values and work.
        init(from old: StoredEngine, to new: StoredEngine) {
            self.init()
            (turn, lastNumber, time) = (new.turn, new.lastNumber, new.time)
            (values, work) = (Self.changes(old.values, new.values), Self.changes(old.work, new.work))
            (letters, inbox) = (Self.changes(old.letters, new.letters), Self.changes(old.inbox, new.inbox))
        }

        private static func changes<Key, Value: Equatable>(_ old: [Key: Value], _ new: [Key: Value]) -> [Key: Value?] {
            var changes: [Key: Value?] = [:]
            for (key, value) in new where old[key] != value { changes[key] = .some(value) }
            for key in old.keys where new[key] == nil { changes[key] = .some(nil) }
            return changes
        }

        /// The sum of the checksums of all changed values. Equal changes have equal digests.
        package var digest: Int64 { Self.digest(of: values) }

        static func digest(of values: [StoredID: StoredValue?]) -> Int64 {
            values.reduce(0) { sum, change in
                let (id, value) = change
                return sum
                    &+ Checksum.of(
                        id.store, id.part, id.key, value.map { "\($0.position)" } ?? "removed",
                        bytes: value?.bytes ?? [])
            }
        }
    }

    extension Checksum {
        /// Returns the checksum of texts, each with an end, and of bytes.
        static func of(_ texts: String..., bytes: [UInt8] = []) -> Int64 {
            var sum = Checksum()
            for text in texts {
                var text = text + "\0"
                text.withUTF8 { sum.add(UnsafeRawBufferPointer($0)) }
            }
            bytes.withUnsafeBytes { sum.add($0) }
            return Int64(bitPattern: sum.value)
        }
    }

    extension StoredEngine {
        /// Applies a batch.
        package mutating func apply(_ batch: StoredBatch) {
            (turn, lastNumber, time) = (batch.turn, max(lastNumber, batch.lastNumber), batch.time)
            for (id, value) in batch.values { values[id] = value }
            for (number, bytes) in batch.work { work[number] = bytes }
            for (number, bytes) in batch.letters { letters[number] = bytes }
            for (position, bytes) in batch.inbox { inbox[position] = bytes }
        }
    }
#endif
