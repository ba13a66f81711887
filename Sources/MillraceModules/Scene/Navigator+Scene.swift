import Millrace

extension Navigator {
    /// One module on the screen, as a value: its id and its position.
    public struct Scene: Hashable, Sendable, Identifiable, CustomStringConvertible {
        /// Identifies a scene of an engine, also after its removal. A newer scene has a greater number.
        public struct ID: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
            /// The number.
            public let number: UInt64

            init(_ number: UInt64) { self.number = number }

            /// Decodes it from its number.
            public init(from decoder: any Decoder) throws {
                number = try decoder.singleValueContainer().decode(UInt64.self)
            }

            /// Encodes its number.
            public func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(number)
            }

            /// Whether the first scene is older.
            public static func < (one: ID, other: ID) -> Bool { one.number < other.number }

            /// The number.
            public var description: String { "\(number)" }
        }

        /// The position of a scene.
        public enum Position: Hashable, Sendable {
            /// It is the first of the window.
            case root
            /// It is the first of a modal layer, over all that was there before.
            case modal
            /// It is the first at a named place of another scene.
            case place(String, of: ID)
            /// It was pushed on a stack, upon the scene that is named.
            case above(ID)

            /// The scene that embeds the scene.
            var host: ID? { if case .place(_, let host) = self { host } else { nil } }
        }

        /// Its identity.
        public let id: ID
        /// The type of its module.
        public var type: any Module.Type { moduleType.type }
        let moduleType: ModuleType
        /// The scene that presented, showed or embedded it; `nil` for the root, and for what the application itself presented.
        public let presenter: ID?
        /// The port that it is on, if it is on one.
        public let port: String?
        /// Its position.
        public let position: Position
        /// Whether it stands in a stack, first or pushed.
        public let isStacked: Bool

        /// The name of its module.
        public var module: String { type.moduleName }

        /// The module's name and the number.
        public var description: String { "\(module) \(id)" }
    }
}
