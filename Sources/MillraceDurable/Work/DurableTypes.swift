#if SQLite || App
    import Millrace

    /// The types of commands and ids that an engine stores.
    final class DurableTypes {
        /// The types of commands, by name.
        var commands: [String: CommandType] = [:]
        /// The types of ids, by name.
        private var ids: [String: IDType] = [:]

        struct IDType {
            let type: ObjectIdentifier
            let encode: (AnyHashable) throws -> String?
            let decode: (String) throws -> AnyHashable
        }

        /// Registers a type of ids. Returns `false` if another type has this name.
        func add<ID: Hashable & Codable>(id type: ID.Type, named name: String) -> Bool {
            if let other = ids[name], other.type != ObjectIdentifier(type) { return false }
            ids[name] = IDType(
                type: ObjectIdentifier(type), encode: { try ($0.base as? ID).map { try JSONCoding.text($0) } },
                decode: { try JSONCoding.decode(Array($0.utf8), as: type) })
            return true
        }

        /// Encodes an id; `nil` if its type is not registered.
        func record(of id: AnyHashable) throws -> IDRecord? {
            if let text = id.base as? String { return .text(text) }
            if let number = id.base as? Int { return .number(number) }
            for (name, type) in ids {
                if let value = try type.encode(id) { return .coded(type: name, value: value) }
            }
            return nil
        }

        /// Whether ``record(of:)`` returns a record.
        func canStore(_ id: AnyHashable) -> Bool { ((try? record(of: id)) ?? nil) != nil }

        func id(_ record: IDRecord) throws -> AnyHashable {
            switch record {
            case .text(let text): return text
            case .number(let number): return number
            case .coded(let name, let value):
                guard let type = ids[name] else { throw UnknownID(name: name) }
                return try type.decode(value)
            }
        }

        /// An id is stored whose type is not registered.
        private struct UnknownID: Error, CustomStringConvertible {
            let name: String
            var description: String { "The type of ids \"\(name)\" is not registered." }
        }
    }
#endif
