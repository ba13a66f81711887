#if SQLite || App
    public import Millrace
    import MillraceDurable
    public import MillraceExtras

    /// Searches what two durable engines with a link between them can reach: messages are delayed, and each engine is restarted at any time.
    ///
    /// The sender's reducer sends messages with `Flow.send(_:to:)`. It gets the handle of the receiver's store from a closure, because each
    /// world has a storage of its own:
    ///
    /// ```swift
    /// try await LinkExplorer(from: { office in Desk.explorer(office) }, to: Office.explorer)
    ///     .always("no note is invented") { $0.receiver.state.notes.count <= $0.sender.state.sent.count }
    ///     .eventually("everything arrives") { $0.receiver.state.notes == $0.sender.state.sent }
    ///     .checkRestarts()
    /// ```
    /// The two explorers declare the actions of users, the outcomes of commands, and properties of one engine. The properties of this explorer
    /// are about both, see ``LinkState``. It is a value; each method returns a copy.
    ///
    /// Three properties are always checked, beside those of ``Explorer/exploreRestarts(timers:limit:isolation:_:)``: `once`, `order` and `lost`. Each message is reduced
    /// once, in the order in which it was sent, and is stored until then.
    public struct LinkExplorer<Sender: Reducer, Receiver: Reducer>
    where Sender.State: Codable, Receiver.State: Codable, Receiver.Action: Codable & Sendable {
        /// Returns the explorers for a storage.
        let explorers: (DurableStorage) -> (sender: Explorer<Sender>, receiver: Explorer<Receiver>)
        /// Reads a message to the sender; `nil` if it can receive none.
        let readForSender: ((String) throws -> Sender.Action)?
        private(set) var properties: [SearchProperty<LinkState<Sender, Receiver>, LinkTurn<Sender, Receiver>>] = []

        /// Creates an explorer of a link with messages in one direction.
        ///
        /// - Parameters:
        ///   - sender: Returns the explorer of the sender, whose reducer sends messages to the handle. Called for each step of the search, on the
        ///     actor that searches. It must return the same explorer for each handle.
        ///   - receiver: The explorer of the receiver.
        public init(
            from sender: @escaping (RemoteStore<Receiver>) -> Explorer<Sender>, to receiver: Explorer<Receiver>
        ) {
            explorers = { (sender(Self.receiver(in: $0)), receiver) }
            readForSender = nil
        }

        /// Creates an explorer of a link with messages in both directions.
        ///
        /// - Parameters:
        ///   - sender: Returns the explorer of the sender, whose reducer sends messages to the handle. Called for each step of the search, on the
        ///     actor that searches. It must return the same explorer for each handle.
        ///   - receiver: Returns the explorer of the receiver in the same way. Its reducer gets the handle of the sender's store.
        public init(
            from sender: @escaping (RemoteStore<Receiver>) -> Explorer<Sender>,
            to receiver: @escaping (RemoteStore<Sender>) -> Explorer<Receiver>
        ) where Sender.Action: Codable & Sendable {
            explorers = { storage in
                let handle = storage.remote(
                    Sender.self, in: LinkEnd.sender.rawValue, named: HostedEngine<Sender>.storeName)
                return (sender(Self.receiver(in: storage)), receiver(handle))
            }
            readForSender = { try StoredMessage.read($0) }
        }

        private static func receiver(in storage: DurableStorage) -> RemoteStore<Receiver> {
            storage.remote(Receiver.self, in: LinkEnd.receiver.rawValue, named: HostedEngine<Receiver>.storeName)
        }

        // MARK: Properties

        /// Adds a property: `holds` is true in every world.
        ///
        /// Fails the test at this line, without adding the property, if this explorer has a property with this name.
        public func always(
            _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
            column: UInt = #column, _ holds: @escaping @Sendable (LinkState<Sender, Receiver>) -> Bool
        ) -> LinkExplorer {
            adding(name, .always(holds), at: Place(fileID, filePath, line, column))
        }

        /// Adds a property: `happens` is true in no world.
        ///
        /// Fails the test at this line, without adding the property, if this explorer has a property with this name.
        public func never(
            _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
            column: UInt = #column, _ happens: @escaping @Sendable (LinkState<Sender, Receiver>) -> Bool
        ) -> LinkExplorer {
            always(name, fileID: fileID, filePath: filePath, line: line, column: column) { !happens($0) }
        }

        /// Adds a property: `happens` is true in at least one world, so the search reaches it.
        ///
        /// Fails the test at this line, without adding the property, if this explorer has a property with this name.
        public func sometimes(
            _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
            column: UInt = #column, _ happens: @escaping @Sendable (LinkState<Sender, Receiver>) -> Bool
        ) -> LinkExplorer {
            adding(name, .sometimes(happens), at: Place(fileID, filePath, line, column))
        }

        /// Adds a property: from each world in which `start` is true, messages and effects in flight can lead to a world in which `happens` is
        /// true. Without `start`, from each world.
        ///
        /// Neither a user nor a restart is needed for it.
        ///
        /// Fails the test at this line, without adding the property, if this explorer has a property with this name.
        public func eventually(
            _ name: String, from start: (@Sendable (LinkState<Sender, Receiver>) -> Bool)? = nil,
            fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
            column: UInt = #column, _ happens: @escaping @Sendable (LinkState<Sender, Receiver>) -> Bool
        ) -> LinkExplorer {
            adding(
                name, .eventually(from: start ?? { _ in true }, happens), at: Place(fileID, filePath, line, column))
        }

        private func adding(
            _ name: String, _ kind: SearchProperty<LinkState<Sender, Receiver>, LinkTurn<Sender, Receiver>>.Kind,
            at place: Place
        ) -> LinkExplorer {
            if properties.contains(where: { $0.name == name }) {
                Failure.duplicate(property: name).report(at: place)
                return self
            }
            var copy = self
            copy.properties.append(.init(name: name, kind: kind))
            return copy
        }
    }

    /// The reduction of an action in an engine of a link.
    enum LinkTurn<Sender: Reducer, Receiver: Reducer> {
        case sender(HostedTurn<Sender>)
        case receiver(HostedTurn<Receiver>)
    }
#endif
