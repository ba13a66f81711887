#if (Hummingbird || Web) && SQLite || App
    import Foundation
    import Logging
    import Millrace
    import MillraceDurable
    import MillraceKit
    import MillraceModules
    import Testing

    @testable import MillracePages
    @testable import MillraceWeb
    @testable import WebTestSupport

    /// A process that serves the pages of a storage in memory. It ends without warning when the test says so.
    final class PageServer: Sendable {
        let backend: MemoryBackend
        let storage: DurableStorage
        let registry: SessionRegistry
        /// The server without sockets.
        let pages: LivePages
        let clock = ManualClock()
        let log = DiaryLog()
        let faults = DiaryLog()
        let calls = AsyncStream<Look>.makeStream()
        /// The numbers of sessions in memory, after each change.
        let counts = AsyncStream<Int>.makeStream()
        /// The time of the day, in seconds since 1970.
        let time: Lock<Double>

        /// - Parameters:
        ///   - snapshot: What an earlier process has stored. Defaults to nothing.
        ///   - time: The time of the day. Defaults to some time.
        ///   - configure: Changes the configuration. Defaults to no change.
        ///   - makeNavigator: Defaults to a diary.
        convenience init(
            _ snapshot: MemoryBackend.Snapshot = .init(),
            time: Double = 1_000_000, configure: (inout LivePages.Configuration) -> Void = { _ in },
            _ makeNavigator: (@Sendable (isolated WebSession, DurableEngine) async throws -> Navigator)? = nil
        ) {
            let backend = MemoryBackend(snapshot)
            self.init(backend, DurableStorage(backend), time: time, configure: configure, makeNavigator)
        }

        /// - Parameters:
        ///   - backend: What the storage, or several, consist of.
        ///   - storage: The storage of this process.
        init(
            _ backend: MemoryBackend, _ storage: DurableStorage,
            time: Double, configure: (inout LivePages.Configuration) -> Void,
            _ makeNavigator: (@Sendable (isolated WebSession, DurableEngine) async throws -> Navigator)?
        ) {
            (self.backend, self.storage) = (backend, storage)
            self.time = Lock(time)
            var configuration = LivePages.Configuration()
            configuration.clock = clock
            configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            configuration.observer = CountObserver(counts: counts.continuation)
            configure(&configuration)
            let timers = TimerQueue(configuration.clock)
            let (log, faults, calls) = (log, faults, calls.continuation)
            let now = self.time
            let sessions = DurableSessions(storage, now: { Date(timeIntervalSince1970: now.withLock { $0 }) }) {
                session, engine in
                engine.engine.onFault = { faults.note("\($0.kind)") }
                if let makeNavigator { return try await makeNavigator(session, engine) }
                engine.handle(Look.self) { command, _ in
                    calls.yield(command)
                    return command.text.isEmpty ? try await Task.never() : command.text
                }
                engine.engine.middleware = [
                    .async(where: { $0.payload as? Diary.Action == .question }) { message in
                        await message.navigator?.ask(Question(), with: "Sure?") == true ? message : nil
                    }
                ]
                let diary = Diary(account: session.visitor.identity?.account, log: log)
                return Navigator(root: diary, stacked: true, on: engine.engine)
            }
            registry = SessionRegistry(WebSessions(sessions), configuration, timers)
            pages = LivePages(ServerContext(configuration, registry, timers), startsStorage: false)
        }

        /// - Parameters:
        ///   - snapshot: What an earlier process has stored.
        ///   - makeSessions: Returns the sessions of the storage.
        init(
            _ snapshot: MemoryBackend.Snapshot, isolation: isolated (any Actor) = #isolation,
            sessions makeSessions: (DurableStorage) async throws -> WebSessions
        ) async throws {
            backend = MemoryBackend(snapshot)
            storage = DurableStorage(backend)
            time = Lock(0)
            var configuration = LivePages.Configuration()
            configuration.clock = clock
            configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let timers = TimerQueue(clock)
            registry = SessionRegistry(try await makeSessions(storage), configuration, timers)
            pages = LivePages(ServerContext(configuration, registry, timers), startsStorage: false)
        }

        /// Returns a process with what this one has stored. This one goes on, and the other does not see it.
        ///
        /// - Parameter seconds: How long it takes until the other begins. Defaults to no time.
        func restarted(
            after seconds: Double = 0,
            _ makeNavigator: (@Sendable (isolated WebSession, DurableEngine) async throws -> Navigator)? = nil
        ) async -> PageServer {
            PageServer(await backend.snapshot, time: time.withLock { $0 } + seconds, makeNavigator)
        }

        /// Opens a document, and connects a browser to it.
        func open(
            _ browser: String = "ada", at url: String = "/", address: String = "192.0.2.1", identity: Identity? = nil
        ) async throws -> PageClient {
            var client = ClientIdentity(browser, at: address)
            client.identity = identity
            let (id, content) = try await registry.open(url, client: client, keepsSession: true)
            let page = PageClient(self, client, session: id, sequence: content.sequence)
            try await page.connect()
            return page
        }
    }

    /// A browser with a page. It sends what a script sends, and receives frames.
    final class PageClient {
        private(set) var server: PageServer
        let client: ClientIdentity
        let name = "\(UInt32.random(in: 0 ... .max))"
        private(set) var session: String
        private(set) var sequence: Int
        private(set) var live: LivePage?
        private(set) var number = 0
        /// The frames since the connection, as text.
        private(set) var frames: [String] = []

        init(_ server: PageServer, _ client: ClientIdentity, session: String, sequence: Int) {
            (self.server, self.client, self.session, self.sequence) = (server, client, session, sequence)
        }

        /// Connects, to another process too, and receives the first frame.
        func connect(to other: PageServer? = nil) async throws {
            server = other ?? server
            frames = []
            let hello = Hello(session: session, client: name, sequence: sequence, url: "/")
            try await server.registry.loadShared(session, client)
            let number = try await server.registry.beginConnection(from: client) { _ in }
            live = try await server.registry.connect(hello, number, client: client, isClosed: { false })
            try await receive()
        }

        func disconnect() async {
            guard let live else { return }
            await live.page.disconnect(live.connectionID)
            await server.registry.disconnect(live)
            self.live = nil
        }

        /// Receives the frames that are due, when they are stored.
        func receive() async throws {
            guard let live else { return }
            while let frame = await live.page.frame(on: live.connectionID, isLarge: true)?.text {
                guard await live.page.stored(on: live.connectionID) else { return }
                frames.append(frame)
                if let q = frame.firstMatch(of: /"q":(\d+)/).flatMap({ Int($0.1) }) { sequence = q }
                if let s = frame.firstMatch(of: /^\{.*?"s":"([^"]+)"/) { session = String(s.1) }
            }
        }

        /// Sends a message as the script does, with the next number.
        ///
        /// - Parameter receives: Whether to receive the frames that follow. Otherwise waits until the input is stored. Defaults to `true`.
        func send(_ body: String, number: Int? = nil, receives: Bool = true) async throws {
            guard let live else { return }
            if number == nil { self.number += 1 }
            let text = "{\"n\":\(number ?? self.number),\"q\":\(sequence),\(body)}"
            await server.registry.noteInput(live.id)
            _ = await live.page.receive(
                [ClientMessage(text)], on: live.connectionID, isRest: false, refusesNavigation: false)
            if receives { try await receive() } else { _ = await live.page.stored(on: live.connectionID) }
        }

        /// The document as the server would send it now.
        var html: String { get async { await live?.page.content.html ?? "" } }

        /// Presses the button with this label.
        func press(_ label: String, receives: Bool = true) async throws {
            let html = await html
            let button = try #require(
                html.matches(of: /<button[^>]*value="(\d+)"[^>]*>([^<]*)</).last { $0.2 == label })
            try await send("\"r\":\"\(button.1)\"", receives: receives)
        }

        /// Types into the field with this label.
        func type(_ text: String, into label: String) async throws {
            let html = await html
            let fields = html.matches(of: /<input[^>]*>/).map { String($0.0) }.filter {
                $0.contains("aria-label=\"\(label)\"")
            }
            let name = try #require(fields.last?.firstMatch(of: /name="f(\d+)"/))
            try await send("\"r\":\"\(name.1)\",\"v\":\"\(text)\"")
        }
    }

    private struct CountObserver: PagesObserver {
        let counts: AsyncStream<Int>.Continuation
        func document(_ work: () async -> Void) async { await work() }
        func messages(_ count: Int, _ work: () async -> Void) async { await work() }
        func refused(because reason: String) {}
        func counted(sessions: Int, liveConnections: Int) { counts.yield(sessions) }
    }

    extension Task where Success == Never, Failure == Never {
        /// Returns when the task is cancelled, with an error.
        fileprivate static func never() async throws -> String {
            let (stream, _) = AsyncStream<Never>.makeStream()
            for await _ in stream {}
            throw CancellationError()
        }
    }
#endif
