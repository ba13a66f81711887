#if Hummingbird || App
    import MillraceHistory
    import Foundation
    import Logging
    import Millrace
    import TestSupport
    import Testing

    import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Sends invalid input to a server from many connections.
    ///
    /// The seed is printed, and `MILLRACE_FUZZ_SEED` sets it. `MILLRACE_FUZZ_SECONDS=60` sets the duration and also
    /// checks the memory. The memory of a process that runs other suites too is not meaningful.
    @Suite("Fuzzing", .timeLimit(.minutes(20))) struct FuzzTests {
        /// The maximum growth of the memory in KB, from one third of the cases to the end. Each thread keeps some freed
        /// memory. A leak of 300 bytes in each of 10,000 cases would exceed the limit.
        static let maxGrowth = 3_000

        /// The outcome of the cases.
        struct Tally: Sendable {
            var cases = 0
            var statuses: [Int: Int] = [:]
            /// The cases in which the server neither answered nor closed the connection within 600 seconds.
            var stuck: [String] = []
        }

        @Test("M15 · any input is answered or its connection closed, and no resources are leaked") func fuzz()
            async throws
        {
            let environment = ProcessInfo.processInfo.environment
            let seconds = environment["MILLRACE_FUZZ_SECONDS"].flatMap { Double($0) }
            let seed = environment["MILLRACE_FUZZ_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
            print("Fuzz: MILLRACE_FUZZ_SEED=\(seed)")
            if seconds != nil { Self.disableBacktraces() }
            let pages = Lock(0)
            let clock = ManualClock()
            var configuration = LivePages.Configuration()
            configuration.clock = clock
            configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let server = WebServer(
                port: 0, configuration,
                sessions: WebSessions(isShared: false) { id in
                    pages.withLock { $0 += 1 }
                    return FakePage(id) { event in if case .ended = event { pages.withLock { $0 -= 1 } } }
                })
            let running = Task { try await server.run() }
            let port = try await server.port
            let fixture = ServerFixture(
                server: server, factory: SessionFactory(), clock: clock, running: running, port: port)
            let warm = try await round(fixture, seed, .init(cases: 700, seconds: seconds.map { $0 / 3 }))
            let before = Self.memory()
            let rest = try await round(fixture, seed &+ 1, .init(cases: 1_300, seconds: seconds.map { $0 * 2 / 3 }))
            try await expectService(fixture)
            await server.waitUntilDisconnected()
            #expect(Self.sockets(of: port) == 0, "The server has leaked sockets.")
            let after = Self.memory()
            fixture.running.cancel()
            try await fixture.running.value
            #expect(
                await server.resources == (0, 0) && pages.withLock { $0 } == 0, "Sessions, connections or pages remain."
            )
            #expect(warm.stuck + rest.stuck == [])
            if seconds != nil {
                #expect(after - before < Self.maxGrowth, "The memory has grown: \(before) → \(after) KB.")
            }
            print(
                "Fuzz: \(warm.cases) and \(rest.cases) cases, \(before) → \(after) KB, answers \(rest.statuses.sorted { $0.key < $1.key })"
            )
        }

        /// Expects that the server still serves a page and a live connection.
        private func expectService(_ fixture: ServerFixture) async throws {
            let opened = try await fixture.openPage()
            let client = try await WebSocketClient(fixture, opened)
            await client.send("echo")
            #expect(await client.next()?.text == "echoed")
            await client.send(8, [])
            #expect(await client.closeFrame().code == 1000)
        }

        /// The length of a round.
        struct Extent: Sendable {
            let cases: Int
            let seconds: Double?
        }

        /// Runs eight workers at once, each with its own seed. The time advances, so that sessions end.
        private func round(_ fixture: ServerFixture, _ seed: UInt64, _ extent: Extent) async throws -> Tally {
            let requests = try await corpus(fixture)
            let end = extent.seconds.map { ContinuousClock.now + .seconds($0) }
            return await withTaskGroup(of: Tally.self) { group in
                for worker in 0..<8 {
                    group.addTask {
                        var fuzzer = Fuzzer(
                            random: SeededGenerator(seed: seed &+ UInt64(worker) << 32), requests: requests)
                        var tally = Tally()
                        while end.map({ ContinuousClock.now < $0 }) ?? (tally.cases < extent.cases / 8) {
                            await run(fuzzer.next(), fixture, &tally, "\(seed)/\(worker)/\(tally.cases)")
                            if tally.cases % 20 == 0 { fixture.clock.advance(by: .seconds(20)) }
                        }
                        return tally
                    }
                }
                return await group.reduce(into: Tally()) { all, one in
                    all.cases += one.cases
                    all.statuses.merge(one.statuses, uniquingKeysWith: +)
                    all.stuck += one.stuck
                }
            }
        }

        private func run(_ one: Fuzzer.Case, _ fixture: ServerFixture, _ tally: inout Tally, _ name: String) async {
            tally.cases += 1
            guard let socket = try? await RawSocket(port: fixture.port) else { return }
            if one.isLive {
                let cookie = "millrace=\(RandomID.make())"
                await socket.send(WebSocketClient.head(fixture, cookie: cookie))
                await socket.send(WebSocketClient.frame(1, Array(WebSocketClient.hello(RandomID.make()).utf8)))
            }
            for piece in one.pieces { await socket.send(piece) }
            switch one.end {
            case .close: return
            case .reset: return socket.resetAtEnd()
            case .finish: socket.finish()
            }
            let start = ContinuousClock.now
            tally.statuses[ParsedResponse(await socket.readAll()).status, default: 0] += 1
            if ContinuousClock.now - start > .seconds(600) { tally.stuck.append(name) }
        }

        /// Valid requests of a browser.
        private func corpus(_ fixture: ServerFixture) async throws -> [[UInt8]] {
            let opened = try await fixture.openPage()
            let own = "Origin: \(fixture.origin)\r\nCookie: \(opened.cookie)\r\n"
            let form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 15\r\n"
            return [
                fixture.head("GET /"), fixture.head("GET /notes/3?sort=name", own), fixture.head("HEAD /"),
                fixture.head("GET /millrace/millrace.js", "If-None-Match: \"a\"\r\n"), fixture.head("GET /lost"),
                fixture.head("POST /millrace/send?s=\(opened.session)&q=7", own + form) + "r=17&f18=%C3%A4",
                WebSocketClient.head(fixture, cookie: opened.cookie),
            ].map { Array($0.utf8) }
        }

        /// Returns the used memory in KB. The process holds more, because of fragmentation.
        static func memory() -> Int {
            typealias MallocInfo = @convention(c) (Int32, UnsafeMutableRawPointer?) -> Int32
            var (text, count) = (UnsafeMutablePointer<CChar>?.none, 0)
            guard let symbol = dlsym(nil, "malloc_info"), let file = open_memstream(&text, &count) else { return 0 }
            _ = unsafeBitCast(symbol, to: MallocInfo.self)(0, file)
            fclose(file)
            defer { free(text) }
            // The last line of each kind is the total of the process.
            let lines = text.map { String(cString: $0) }?.split(separator: "\n") ?? []
            func size(_ kind: String) -> Int {
                let line = lines.last { $0.hasPrefix("<\(kind)") }
                return line?.split(separator: "size=\"").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
            }
            let free = size("total type=\"fast\"") + size("total type=\"rest\"")
            return (size("system type=\"current\"") - free + size("total type=\"mmap\"")) / 1_000
        }

        /// Stops Swift Testing from keeping a backtrace of each thrown error until the end of the test. Otherwise the
        /// memory would grow for another reason than the server.
        static func disableBacktraces() {
            for hook in ["_swift_willThrow", "_swift_willThrowTypedImpl"] {
                dlsym(nil, hook)?.assumingMemoryBound(to: UnsafeRawPointer?.self).pointee = nil
            }
        }

        /// Returns the number of this process's connections on the port. Listening sockets do not count.
        private static func sockets(of port: UInt16) -> Int {
            let own = Set(
                ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).compactMap { name in
                    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
                })
            let suffix = ":" + String(String(UInt32(port) + 0x10000, radix: 16).uppercased().dropFirst())
            return ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { table in
                ((try? String(contentsOfFile: table, encoding: .utf8)) ?? "").split(separator: "\n").dropFirst()
            }.count { line in
                let columns = line.split(separator: " ")
                return columns[1].hasSuffix(suffix) && columns[3] != "0A" && own.contains("socket:[\(columns[9])]")
            }
        }
    }
#endif
