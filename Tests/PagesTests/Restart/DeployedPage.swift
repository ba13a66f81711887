#if Hummingbird && SQLite || App
    import Testing

    @testable import WebTestSupport

    /// One of the pages that a new build takes over.
    struct DeployedPage {
        private enum Kind: CaseIterable { case idle, text, entry, question, countdown, attic, sheet, dialog }

        private let text: String
        private let kind: Kind

        init(_ number: Int) {
            (text, kind) = ("page \(number);", Kind.allCases[number % Kind.allCases.count])
        }

        /// Brings the page there.
        func prepare(_ page: SocketPage) async throws {
            try await page.press("Sync")
            if [.text, .entry, .question].contains(kind) { try await page.type(text, into: "text") }
            let labels: [Kind: String] = [
                .entry: "Add", .question: "Look", .countdown: "Count", .attic: "Attic", .sheet: "Options",
                .dialog: "Ask",
            ]
            if let label = labels[kind] { try await page.press(label) }
        }

        /// Connects the page to the new build, and checks what it shows.
        func check(_ page: SocketPage) async throws {
            let frame = try await page.connect()
            let content = page.content
            #expect(frame["full"].elements?.isEmpty == false, "\(kind)")
            if kind == .attic {
                #expect(frame["s"].text == page.session && frame["w"].text?.contains("starts again") == true)
                #expect(content.contains("No title") && !content.contains("dust"))
                return
            }
            #expect(frame["x"] != nil && frame["s"] == nil, "\(kind)")
            #expect(content.contains("\"Notebook with \(kind == .entry ? 1 : 0) entries\""), "\(kind) \(content)")
            let expected =
                switch kind {
                case .idle, .attic: "Notebook"
                case .text: "\"value\":\"\(text)\""
                case .entry: "\"\(text) 0\""
                case .question: text
                case .countdown: "\"id\":\"countdown\"},\""
                case .sheet: "Close options"
                case .dialog: "\"open\":"
                }
            #expect(content.contains(expected), "\(kind) \(content)")
            let count = content.firstMatch(of: /"id":"countdown"\},"(\d+)"/).flatMap { Int($0.1) }
            #expect(kind == .countdown ? (1...1_000).contains(count ?? 0) : count == 0)
            // Nothing of another page.
            let texts = Set(content.matches(of: /page \d+;/).map { String($0.0) })
            #expect(texts.isSubset(of: [text]), "\(kind)")
        }
    }
#endif
