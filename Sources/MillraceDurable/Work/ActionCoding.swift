#if SQLite || App
    import Millrace

    /// Encodes and decodes the actions of a store.
    struct ActionCoding {
        let encode: (Any) throws -> String
        let decode: (String) throws -> AnyBox

        /// For a reducer whose actions may be `Codable`.
        init<Action>(_ type: Action.Type) {
            encode = { action in
                guard let action = action as? any Encodable else { throw NotCodable(type: "\(Action.self)") }
                return try JSONCoding.text(action)
            }
            decode = { text in
                func box<Coded: Decodable>(_ type: Coded.Type) throws -> AnyBox {
                    Box(try JSONCoding.decode(Array(text.utf8), as: type))
                }
                guard let type = Action.self as? any Decodable.Type else { throw NotCodable(type: "\(Action.self)") }
                return try box(type)
            }
        }

        /// The type is not `Codable`.
        struct NotCodable: Error, CustomStringConvertible {
            let type: String
            var description: String { "\(type) is not Codable." }
        }
    }
#endif
