#if Web
    import Millrace

    @testable import MillraceWeb

    /// What a page was told, or did.
    enum Told: Equatable, Sendable {
        case made(String)
        case opened(String, address: String)
        case submitted(String, [String], number: Int)
        case connected(String, Hello, isNew: Bool)
        case received(String, String)
        case disconnected(String)
        case ended(String)
    }

    /// Makes pages that do what a test says, and hears of all that happens to them.
    actor House {
        private(set) var pages: [FakePage] = []
        /// What a session fails with that is to be made.
        var failure: (any Error)?
        private let told: AsyncStream<Told>
        private let telling: AsyncStream<Told>.Continuation

        init() { (told, telling) = AsyncStream.makeStream() }

        func make(_ id: String) throws -> FakePage {
            if let failure { throw failure }
            let page = FakePage(id) { [telling] in telling.yield($0) }
            pages.append(page)
            telling.yield(.made(id))
            return page
        }

        func fail(_ error: (any Error)?) { failure = error }

        /// Waits until something that `matches` is told; what was told before that is forgotten.
        func hear<Answer>(_ match: (Told) -> Answer?) async throws -> Answer {
            for await told in told { if let answer = match(told) { return answer } }
            throw CancellationError()
        }

        /// Waits until `expected` is told.
        func hear(_ expected: Told) async throws { try await hear { $0 == expected ? () : nil } }
    }

    /// A page that does what a test says.
    actor FakePage: ServedPage {
        let id: String
        private let tell: @Sendable (Told) -> Void
        private(set) var hasEnded = false
        /// What the next answers say.
        var html = "<p>one</p>"
        var objection: String?
        private var lines: [Int: (texts: [String], waiting: CheckedContinuation<String?, Never>?)] = [:]
        private var lastConnection = 0

        init(_ id: String, _ tell: @escaping @Sendable (Told) -> Void) { (self.id, self.tell) = (id, tell) }

        /// Whether it has ended, and nobody is connected to it.
        var isGone: Bool { hasEnded && lines.isEmpty }

        func set(html: String) { self.html = html }

        func object(_ sentence: String) { objection = sentence }

        func open(_ address: String, pause: Pause) -> PageContent {
            tell(.opened(id, address: address))
            var content = PageContent(title: "A <b>", html: html, sequence: 7, nodes: 2, address: address)
            content.isFound = address != "/lost"
            return content
        }

        func submit(_ fields: [(name: String, value: String)], number: Int, pause: Pause) -> PageContent {
            tell(.submitted(id, fields.map { "\($0.name)=\($0.value)" }, number: number))
            var content = PageContent(title: "Sent", html: html, sequence: number + 1, nodes: 2, address: "/")
            content.message = objection
            return content
        }

        func connect(_ hello: Hello, isNew: Bool) -> Int {
            lastConnection += 1
            if !hasEnded { lines[lastConnection] = ([], nil) }
            tell(.connected(id, hello, isNew: isNew))
            return lastConnection
        }

        func receive(_ text: String, on connection: Int) -> String? {
            tell(.received(id, text))
            if text == "echo" { say("echoed", on: connection) }
            return objection
        }

        /// Has a frame sent on a connection, the last one unless said.
        func say(_ text: String, on connection: Int? = nil) {
            let connection = connection ?? lastConnection
            if let waiting = lines[connection]?.waiting {
                lines[connection]?.waiting = nil
                waiting.resume(returning: text)
            } else {
                lines[connection]?.texts.append(text)
            }
        }

        func next(on connection: Int) async -> String? {
            guard let line = lines[connection] else { return nil }
            guard line.texts.isEmpty else { return lines[connection]?.texts.removeFirst() }
            return await withCheckedContinuation { lines[connection]?.waiting = $0 }
        }

        /// How many frames wait to be sent on the last connection.
        var unsent: Int { lines[lastConnection]?.texts.count ?? 0 }

        func disconnect(_ connection: Int) {
            lines.removeValue(forKey: connection)?.waiting?.resume(returning: nil)
            tell(.disconnected(id))
        }

        func end() {
            if hasEnded { return }
            hasEnded = true
            for connection in lines.keys { lines.removeValue(forKey: connection)?.waiting?.resume(returning: nil) }
            tell(.ended(id))
        }
    }
#endif
