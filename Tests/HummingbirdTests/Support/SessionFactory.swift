#if Hummingbird || App
    import Millrace

    @testable import MillraceWeb

    /// A call that a page has received.
    enum PageEvent: Equatable, Sendable {
        case made(String)
        case opened(String, url: String)
        case submitted(String, [String], number: Int)
        case connected(String, Hello, isNew: Bool)
        case received(String, String)
        /// A message arrives of a client that has disconnected.
        case receivesLate(String)
        /// Something that the test itself does.
        case done(String)
        case disconnected(String)
        case discarding(String), discarded(String)
        case ended(String)
    }

    /// Creates pages that a test controls, and records their calls.
    actor SessionFactory {
        private(set) var pages: [FakePage] = []
        /// The error that the creation of a session throws.
        var failure: (any Error)?
        /// The properties of the next pages.
        private var (memory, hasControls) = (0, true)
        private let events: AsyncStream<PageEvent>
        private let continuation: AsyncStream<PageEvent>.Continuation

        init() { (events, continuation) = AsyncStream.makeStream() }

        func make(_ id: String) throws -> FakePage {
            if let failure { throw failure }
            let page = FakePage(id, memory: memory, hasControls: hasControls) { [continuation] in
                continuation.yield($0)
            }
            pages.append(page)
            continuation.yield(.made(id))
            return page
        }

        /// Adds an event to those of the pages.
        nonisolated func record(_ event: PageEvent) { continuation.yield(event) }

        func set(memory: Int) { self.memory = memory }
        func set(hasControls: Bool) { self.hasControls = hasControls }

        func fail(_ error: (any Error)?) { failure = error }

        /// Waits for an event that `match` returns a value for. Discards the events before it.
        func waitFor<Result>(_ match: (PageEvent) -> Result?) async throws -> Result {
            for await event in events { if let result = match(event) { return result } }
            throw CancellationError()
        }

        /// Waits until `expected` occurs.
        func waitFor(_ expected: PageEvent) async throws { try await waitFor { $0 == expected ? () : nil } }
    }

    /// A page that a test controls.
    actor FakePage: ServedPage {
        let id: String
        private let record: @Sendable (PageEvent) -> Void
        private(set) var hasEnded = false
        /// The content of the next documents.
        var html = "<p>one</p>"
        var errorMessage: String?
        private var connections: [Int: (texts: [String], waiting: CheckedContinuation<Bool, Never>?)] = [:]
        private var lastConnection = 0
        private var heldInput: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)?

        private var memory: Int
        var load: PageLoad { PageLoad(memory: memory, isLarge: memory > Page.largeMemory) }
        private let hasControls: Bool

        init(
            _ id: String, memory: Int = 0, hasControls: Bool = true, _ record: @escaping @Sendable (PageEvent) -> Void
        ) { (self.id, self.memory, self.hasControls, self.record) = (id, memory, hasControls, record) }

        func rename(_ id: String) {}

        var content: PageContent { content(of: "/") }

        /// Whether the page has ended and has no connections.
        var isReleased: Bool { hasEnded && connections.isEmpty }

        func set(html: String) { self.html = html }

        /// Changes the memory that the next frame reports.
        func set(memory: Int) { self.memory = memory }

        func setError(_ message: String) { errorMessage = message }

        func open(_ url: String, wait: PageWait) -> PageContent {
            record(.opened(id, url: url))
            return content(of: url)
        }

        private func content(of url: String) -> PageContent {
            var content = PageContent(title: "A <b>", html: html, sequence: 7, checksum: 2, url: url)
            content.isFound = url != "/lost"
            content.hasControls = hasControls
            return content
        }

        /// Lets the next form or message wait until ``release()`` or its cancellation.
        func hold() { heldInput = AsyncStream<Void>.makeStream() }

        func release() {
            heldInput?.continuation.finish()
            heldInput = nil
        }

        func submit(_ fields: [(name: String, value: String)], number: Int, wait: PageWait) async -> PageContent {
            record(.submitted(id, fields.map { "\($0.name)=\($0.value)" }, number: number))
            if let heldInput { for await _ in heldInput.stream {} }
            var content = PageContent(title: "Sent", html: html, sequence: number + 1, checksum: 2, url: "/")
            content.message = errorMessage
            return content
        }

        /// The style declarations of the page.
        var styles = ["color:#000000"]

        /// A page without files.
        func beginUpload(_ id: String, size: Int) -> UploadSource? { nil }

        func connect(_ hello: Hello, isNew: Bool) -> Int {
            lastConnection += 1
            if !hasEnded { connections[lastConnection] = ([], nil) }
            record(.connected(id, hello, isNew: isNew))
            return lastConnection
        }

        func receive(
            _ messages: [ClientMessage], on connection: Int, isRest: Bool, refusesNavigation: Bool
        ) async -> InputResult {
            if refusesNavigation { record(.receivesLate(id)) }
            for message in messages {
                if let error = receive(message.text, on: connection) {
                    return InputResult(count: 0, problem: error, load: load)
                }
            }
            if let heldInput { for await _ in heldInput.stream {} }
            return InputResult(count: messages.count, load: load)
        }

        private func receive(_ text: String, on connection: Int) -> String? {
            record(.received(id, text))
            if text == "echo" { sendFrame("echoed", on: connection) }
            return errorMessage
        }

        /// Sends a frame on a connection. Defaults to the last one.
        func sendFrame(_ text: String, on connection: Int? = nil) {
            let connection = connection ?? lastConnection
            connections[connection]?.texts.append(text)
            connections[connection]?.waiting.take()?.resume(returning: true)
        }

        func nextFrame(on connection: Int, if mayStart: @Sendable () -> Bool) async -> NextFrame {
            guard await waitForFrame(on: connection) else { return .ended }
            return mayStart() ? .made(frame(on: connection, isLarge: false)) : .ready
        }

        private func waitForFrame(on connection: Int) async -> Bool {
            guard let pending = connections[connection] else { return false }
            if !pending.texts.isEmpty { return true }
            return await withCheckedContinuation { connections[connection]?.waiting = $0 }
        }

        func stored(on connectionID: Int?) async -> Bool { true }
        func frame(on connection: Int, isLarge: Bool) -> PageFrame? {
            guard connections[connection]?.texts.isEmpty == false,
                let text = connections[connection]?.texts.removeFirst()
            else { return nil }
            return PageFrame(text: text, load: load)
        }

        func disconnect(_ connection: Int) {
            connections.removeValue(forKey: connection)?.waiting?.resume(returning: false)
            record(.disconnected(id))
        }

        func discardTree() async {
            record(.discarding(id))
            for _ in 0..<20 { await Task.yield() }
            record(.discarded(id))
        }

        func end() {
            if hasEnded { return }
            hasEnded = true
            for connection in connections.keys {
                connections.removeValue(forKey: connection)?.waiting?.resume(returning: false)
            }
            record(.ended(id))
        }
    }
#endif
