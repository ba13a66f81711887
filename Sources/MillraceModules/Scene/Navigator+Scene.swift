import Millrace

extension Navigator {
    /// One module on the screen, as a value with its id and its position.
    public struct Scene: Hashable, Sendable, Identifiable, CustomStringConvertible {
        /// The identity of a scene within its engine. It is not used again after the scene's removal. A newer scene has a
        /// greater number.
        public struct ID: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
            /// The number.
            public let number: UInt64

            package init(_ number: UInt64) { self.number = number }

            /// Decodes the id from its number.
            public init(from decoder: any Decoder) throws {
                number = try decoder.singleValueContainer().decode(UInt64.self)
            }

            /// Encodes the id as its number.
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
            /// The scene is the root of the window.
            case root
            /// The scene is the first of a modal layer, above everything that the window had when the scene was presented.
            case modal
            /// The scene is the first at a named place of the scene with this id.
            case place(String, of: ID)
            /// The scene was pushed on a stack, directly above the scene with this id.
            case above(ID)

            /// The scene that embeds this scene; `nil` if it is not at a named place.
            var host: ID? { if case .place(_, let host) = self { host } else { nil } }
        }

        /// The scene's identity.
        public let id: ID
        /// The type of the scene's module.
        public var type: any Module.Type { moduleType.type }
        let moduleType: ModuleType
        /// The scene that presented, showed or embedded this scene; `nil` for the root, and for a scene that the application
        /// presented.
        public let presenter: ID?
        /// The name of the scene's port; `nil` if it has none.
        public var port: String? { portName?.name }
        let portName: PortName?
        /// The scene's position.
        public let position: Position
        /// Whether the scene is in a stack: as its first scene, or pushed on it.
        public let isStacked: Bool

        init(
            id: ID, moduleType: ModuleType, presenter: ID?, portName: PortName?, position: Position, isStacked: Bool
        ) {
            (self.id, self.moduleType, self.presenter) = (id, moduleType, presenter)
            (self.portName, self.position, self.isStacked) = (portName, position, isStacked)
        }

        /// Creates a scene of which only the position is known, to be drawn.
        package init(id: ID, type: any Module.Type, position: Position) {
            self.init(
                id: id, moduleType: ModuleType(type: type), presenter: nil, portName: nil, position: position,
                isStacked: false)
        }

        /// The name of the scene's module.
        public var module: String { type.moduleName }

        /// The module's name and the scene's number.
        public var description: String { "\(module) \(id)" }
    }
}
