#if SQLite || App
    import Millrace

    // What a search of real engines needs.
    extension DurableEngine {
        /// Waits until everything is stored, and all handlers that may start have started.
        package func settled(isolation: isolated (any Actor) = #isolation) async throws(DurableError) {
            repeat {
                await writer.waitForRead()
                try await writer.wait()
            } while writer.isBusy
        }

        /// Reads the inbox, as if another engine had stored a message in it.
        package func readInbox() { writer.receive() }

        /// Calls `receive` with each action from the inbox, as JSON, before it is reduced.
        package func onMessage(_ receive: @escaping (String) -> Void) { writer.inbox.onDelivery = receive }

        /// Whether everything is stored, and no handler or message waits.
        package var isSettled: Bool { !writer.isBusy }

        /// Whether the command with this turn has not ended.
        package func isInFlight(_ turn: UInt64) -> Bool { writer.work.isInFlight(turn) }

        /// The key of the command with this turn.
        package func key(of turn: UInt64) -> String { writer.work.call(turn, 1).key }
    }

    extension StoredMessage {
        /// Returns the action of a message, as JSON.
        package static func action(_ bytes: [UInt8]) throws -> String {
            let record: WorkRecord = try JSONCoding.decode(bytes)
            guard case .send(let action) = record.flow else { throw DurableError.storage(reason: "It is no action.") }
            return action
        }

        /// Returns the action that a text describes.
        package static func read<Action: Decodable>(_ action: String) throws -> Action {
            try JSONCoding.decode(Array(action.utf8))
        }
    }

    extension StoredEngine {
        /// A text that distinguishes what is stored, without what depends on the past: the numbers and keys of work.
        ///
        /// - Parameter time: The time of the day, in seconds since 1970.
        package func description(at time: Double) -> String {
            let texts = values.map { id, value in
                "\(id.store) \(id.part) \(id.key) \(String(decoding: value.bytes, as: UTF8.self))"
            }
            func work(_ all: [Int64: [UInt8]]) -> [String] {
                all.sorted { $0.key < $1.key }.map { _, bytes in
                    guard let record: WorkRecord = try? JSONCoding.decode(bytes) else { return "" }
                    let rest = record.deadline.map { "\(max(0, ($0 - time).rounded()))" } ?? ""
                    return "\(record.store) \(record.flow) \(record.starts) \(record.wasSuspended == true) \(rest)"
                }
            }
            return (texts.sorted() + ["work"] + work(self.work) + ["letters"] + work(letters) + ["inbox"] + work(inbox))
                .joined(separator: "\n")
        }
    }
#endif
