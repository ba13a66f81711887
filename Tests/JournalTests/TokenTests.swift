#if Tokens || App
    import MillraceHistory
    import Millrace
    import MillraceJournal
    import MillraceTokens
    import Testing

    @MainActor struct TokenTests {
        private let key = [UInt8](repeating: 7, count: 32)

        private func lines(_ tokens: Tokens, _ actions: [Tally.Action]) throws -> [String] {
            let fixture = RecorderFixture()
            let recorder = try fixture.recorder(tokens)
            for action in actions { fixture.send(action) }
            return try recorder.lines()
        }

        /// The tokens in a text, in order.
        private func tokens(in text: String) -> [Substring] { text.matches(of: /token-[0-9a-f]{40}/).map(\.output) }

        @Test("Tokens · equal values have equal tokens, in actions and in commands, and nothing else of them remains")
        func equality() throws {
            let lines = try lines(
                Tokens(fields: ["ask", "command.of"], key: key), [.ask("Emma"), .ask("Emma"), .ask("Dune")])
            let text = lines.joined()
            #expect(!text.contains("Emma") && !text.contains("Dune"))
            let found = tokens(in: text)
            #expect(found.count == 9 && Set(found).count == 2)
            #expect(Set(found[0..<6]).count == 1 && Set(found[6..<9]).count == 1)
        }

        @Test("Tokens · another key makes other tokens, and the same key always makes the same ones")
        func keys() throws {
            func first(_ key: [UInt8]) throws -> Substring? {
                tokens(in: try lines(Tokens(fields: ["ask"], key: key), [.ask("Emma")]).joined()).first
            }
            let other = [UInt8](repeating: 8, count: 32)
            // HMAC-SHA256 of "textEmma", 16 bytes of it, and of "seal" and those, 4 bytes of it.
            #expect(try first(key) == "token-eac526289e51a365a72e182ef642c2f9aefe5bd6")
            #expect(try first(key) == first(key))
            #expect(try first(key) != first(other))
        }

        @Test(
            "Tokens · the tokens of a recording do not change with the same key, and change with another one")
        func twice() throws {
            let tokens = try Tokens(fields: ["ask", "of"], key: key)
            let once = try lines(tokens, [.ask("Emma")])
            let token = try #require(self.tokens(in: once.joined()).first.map(String.init))
            let again = try lines(tokens, [.ask(token)])
            #expect(self.tokens(in: again.joined()).allSatisfy { $0 == token })
            let other = try lines(Tokens(fields: ["ask", "of"], key: Array(key.dropLast())), [.ask(token)])
            #expect(!other.joined().contains(token))
            // A text that only looks like a token is not a token.
            let lookalike = "token-" + String(repeating: "0", count: 40)
            #expect(try !lines(tokens, [.ask(lookalike)]).joined().contains(lookalike))
        }

        @Test(
            "Tokens · the keys of a dictionary are replaced where they are named, and their order does not reveal them")
        func dictionaries() throws {
            let plain = try lines(Tokens(fields: ["name"], key: key), [.name("Emma"), .name("Dune")])
            #expect(plain.last?.contains("Emma") == true)
            let lines = try lines(
                Tokens(fields: ["name"], keysOf: ["state.names"], key: key), [.name("Emma"), .name("Dune")])
            #expect(!lines.joined().contains("Emma"))
            let keys = tokens(in: try #require(lines.last))
            #expect(keys.count == 3 && keys.dropFirst() == keys.dropFirst().sorted()[...])
            #expect(keys.dropFirst().contains(keys[0]))
        }

        @Test("Tokens · an empty text does not change, and a text in the form of a UUID becomes one in this form")
        func forms() throws {
            let tokens = try Tokens(fields: ["ask"], key: key)
            #expect(try lines(tokens, [.ask("")])[1].contains(#"{"ask":{"_0":""}}"#))
            func replaced(_ text: String) throws -> String {
                let line = try lines(tokens, [.ask(text)])[1]
                return String(try #require(line.firstMatch(of: /"_0":"([^"]*)"/)).output.1)
            }
            let id = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
            let form = try replaced(id)
            #expect(form != id && form.wholeMatch(of: /[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/) != nil)
            #expect(try replaced(id.lowercased()) == form.lowercased())
            #expect(try replaced(form) == form)
            #expect(try replaced("E621E1F8-C36C-495A-93FC-0C247A3E6E5G").hasPrefix("token-"))
        }

        @Test("Tokens · a field with a number is an error, and is not written")
        func numbers() throws {
            let fixture = RecorderFixture()
            let recorder = try fixture.recorder(Tokens(fields: ["action.add", "nothing"], key: key))
            fixture.send(.name("Emma"))
            fixture.send(.add(1))
            let error = RecordingError.notText(turn: 2, field: "action.add._0")
            var lines = 0
            #expect(throws: error) { try recorder.write { lines += $0.split(separator: "\n").count } }
            #expect(lines == 2)
            let text = """
                The field action.add._0 should be replaced by a token, but its value is not text in turn 2. To fix this, list \
                only fields that contain text, such as "user.email", and no fields with numbers or Booleans.
                """
            #expect("\(error)" == text)
            let first = try RecorderFixture().recorder(Tokens(fields: ["state.count"], key: key))
            #expect(throws: RecordingError.notText(turn: 0, field: "state.count")) { try first.lines() }
        }

        @Test("Tokens · a value that no token can replace is an error, and is not written")
        func unreadable() throws {
            struct Weekly: Reducer {
                enum Day: String, Codable { case monday, sunday }
                func reduce(_ day: inout Day, _ action: Day) -> Flow<Self> {
                    day = action
                    return .none
                }
            }
            let engine = Engine()
            engine.history = History(records: 10)
            let recorder = try StoreRecorder(
                Store(.monday, Weekly(), on: engine), tokens: Tokens(fields: ["state"], key: key))
            let error = #expect(throws: RecordingError.self) { try recorder.lines() }
            #expect("\(error as Any)".contains("Cannot initialize Day from invalid String value token-"))
        }

        @Test("Tokens · a key that is short enough to guess is refused")
        func shortKey() {
            let error = RecordingError.shortKey(bytes: 15)
            #expect(throws: error) { try Tokens(fields: [], key: Array(key.prefix(15))) }
            #expect(
                "\(error)" == "The key for tokens has 15 bytes, so it could be guessed. To fix this, pass a key of "
                    + "at least 16 random bytes.")
        }
    }
#endif
