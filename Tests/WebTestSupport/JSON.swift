#if DEBUG
    /// A JSON value, which tests write as a literal.
    enum JSON: Hashable, Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([JSON])
        case object([String: JSON])

        /// The member with this name. `null` if there is none.
        subscript(name: String) -> JSON {
            if case .object(let members) = self { members[name] ?? .null } else { .null }
        }

        /// The element at this index. `null` if there is none.
        subscript(index: Int) -> JSON {
            if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { .null }
        }

        /// The text, if the value is a string.
        var text: String? { if case .string(let text) = self { text } else { nil } }

        /// The elements, if the value is an array.
        var elements: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
    }

    extension JSON: Codable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode(String.self) {
                self = .string(value)
            } else if let value = try? container.decode([JSON].self) {
                self = .array(value)
            } else {
                self = .object(try container.decode([String: JSON].self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .null: try container.encodeNil()
            case .bool(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .string(let value): try container.encode(value)
            case .array(let value): try container.encode(value)
            case .object(let value): try container.encode(value)
            }
        }
    }

    extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
        ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
        ExpressibleByDictionaryLiteral
    {
        init(nilLiteral: ()) { self = .null }
        init(booleanLiteral value: Bool) { self = .bool(value) }
        init(integerLiteral value: Int) { self = .number(Double(value)) }
        init(floatLiteral value: Double) { self = .number(value) }
        init(stringLiteral value: String) { self = .string(value) }
        init(arrayLiteral elements: JSON...) { self = .array(elements) }
        init(dictionaryLiteral elements: (String, JSON)...) {
            self = .object(Dictionary(elements) { _, last in last })
        }
    }
#endif
