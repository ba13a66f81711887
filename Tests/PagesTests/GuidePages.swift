#if (Hummingbird || Web) && SQLite || App
    import MillraceDurable
    import MillraceKit
    import MillracePages
    import MillraceWeb

    // The code of the guide “Pages that survive”.

    struct SendPostcard: DurableCommand {
        static let durableName = "send"
        static var interruption: Interruption<SendPostcard> { .runAgain() }
        typealias Output = Int
        let text: String
        func response(to event: Event<SendPostcard>) -> Postcard.Action {
            if case .data(let number) = event { .sent(number) } else { .sent(nil) }
        }
    }

    struct FindAddresses: TransientCommand {
        typealias Output = [String]
        let name: String
    }

    struct Postcard: Module {
        struct State: Codable, Equatable {
            var text = ""
            var addresses: [String] = []
            var isSearching = false
            var number: Int?
            /// What waits for the person's answer.
            var question: Question?
        }

        enum Question: Codable, Equatable { case discard }

        enum Action: Codable, Equatable {
            case typed(String), search(String), found([String]), stopped, send, sent(Int?), discard, answered(Bool)
        }

        func state(for nothing: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Postcard> {
            switch action {
            case .typed(let text): state.text = text
            case .search(let name):
                state.isSearching = true
                return .execute(FindAddresses(name: name), as: found, onCancel: .stopped)
            case .found(let addresses): (state.addresses, state.isSearching) = (addresses, false)
            case .stopped: state.isSearching = false
            case .send: return .execute(SendPostcard(text: state.text))
            case .sent(let number): state.number = number
            case .discard: state.question = .discard
            case .answered(let isSure):
                if isSure, state.question == .discard { state.text = "" }
                state.question = nil
            }
            return .none
        }

        private func found(_ event: Event<FindAddresses>) -> Action {
            if case .data(let addresses) = event { .found(addresses) } else { .stopped }
        }
    }

    func makeSessions(_ storage: DurableStorage) -> WebSessions {
        .perTab(durable: storage) { session, engine in
            engine.handle(SendPostcard.self) { command, call in
                try await PostOffice.send(command.text, key: call.key)
            }
            engine.engine.handle(FindAddresses.self) { command in await PostOffice.addresses(of: command.name) }
            return Navigator(root: Postcard(), stacked: true, on: engine.engine)
        }
    }

    let stamps = DurableMigration("stamps") { changes in
        struct Old: Decodable { var text: String }
        try changes.state(of: "Postcard", from: Old.self) { Postcard.State(text: $0.text) }
    }

    /// The outside.
    enum PostOffice {
        private static let sent = Lock<[String]>([])

        /// Sends a text once for each key. Returns the number of texts.
        static func send(_ text: String, key: String) async throws(Never) -> Int {
            sent.withLock { sent in
                if !sent.contains(key) { sent.append(key) }
                return sent.count
            }
        }

        static func addresses(of name: String) async -> [String] { [name + ", 1 Main Street"] }
    }
#endif
