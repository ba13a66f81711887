#if Web || App
    import Millrace
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// The client that has used the least comes first: of the addresses, and of the browsers of an address.
    @Suite("Fair queue", .timeLimit(.minutes(20))) struct FairQueueTests {
        /// Work that waits in a queue. Its name begins with the digit of its address, if it is not 1, and the letter of its browser.
        private final class Line {
            let queue: FairQueue
            private let names: AsyncStream<String>
            private let begin: AsyncStream<String>.Continuation
            private var last = ""

            init(_ queue: FairQueue) {
                self.queue = queue
                (names, begin) = AsyncStream.makeStream()
            }

            static func client(_ name: String) -> WebClient {
                let address = name.prefix { $0.isNumber }
                return WebClient(
                    String(name.dropFirst(address.count).prefix(1)), at: "192.0.2.\(address.isEmpty ? "1" : address)")
            }

            /// Adds work. It begins at once if nothing of its client need wait.
            func add(_ names: [String]) { for name in names { Self.add(name, queue, begin) } }

            private static func add(_ name: String, _ queue: FairQueue, _ begin: AsyncStream<String>.Continuation) {
                Task.immediate {
                    let hasBegun = await queue.enter(client(name))
                    begin.yield(hasBegun ? name : "!" + name)
                }
            }

            /// Waits until this number of works have begun, and returns them. A name with `!` was refused.
            func begun(_ count: Int) async -> [String] {
                var result: [String] = []
                for await name in names {
                    result.append(name)
                    if result.count == count { break }
                }
                last = result.last ?? last
                return result
            }

            /// Ends the work that began last, or another one, and returns the work that begins then.
            func end(_ name: String? = nil, cost: Int = 1) async -> String {
                queue.release(Self.client(name ?? last), cost: cost)
                return await begun(1)[0]
            }

            /// Ends works, each of which begins after the one before.
            func drain(_ count: Int) async -> [String] {
                var result: [String] = []
                for _ in 0..<count { result.append(await end()) }
                queue.release(Self.client(last))
                return result
            }
        }

        @Test(
            "Limits of the server · work starts without waiting only if nothing waits, and one browser leaves a place")
        func startNow() {
            let queue = FairQueue(ofAddress: 4)
            let (a, b, c) = (WebClient("a"), WebClient("b"), WebClient("c"))
            #expect([a, a, a, b, b, c].map { queue.enterNow($0) } == [true, true, false, true, true, false])
            queue.release(a)
            #expect([b, c, a].map { queue.enterNow($0) } == [false, true, false])
            #expect(queue.enterNow(WebClient("a", at: "192.0.2.2")))
        }

        @Test("Limits of the server · browsers take turns, and the work of one browser keeps its order") func turns()
            async
        {
            let line = Line(FairQueue(ofAddress: 1))
            line.add(["a0", "a1", "a2", "a3", "b1", "b2", "c1"])
            #expect(await line.begun(1) == ["a0"])
            #expect(await line.drain(6) == ["a1", "b1", "c1", "a2", "b2", "a3"])
        }

        @Test("Limits of the server · addresses take turns, however many browsers one has") func addresses() async {
            let line = Line(FairQueue(1))
            line.add(["1a", "1b", "1c", "1d", "2a", "2a2"])
            #expect(await line.begun(1) == ["1a"])
            #expect(await line.drain(5) == ["1b", "2a", "1c", "2a2", "1d"])
        }

        @Test(
            "Limits of the server · costly work puts the next work of its browser behind that of others",
            arguments: [1, 3])
        func cost(_ cost: Int) async {
            let line = Line(FairQueue(ofAddress: 1))
            line.add(["a0", "b1"])
            #expect(await line.begun(1) == ["a0"])
            #expect(await line.end(cost: cost) == "b1")
            line.add(["a1", "b2", "b3"])
            #expect(await line.drain(3) == (cost == 1 ? ["a1", "b2", "b3"] : ["b2", "a1", "b3"]))
        }

        @Test("Limits of the server · browsers that have no work any more are forgotten, and ten thousand take turns")
        func many() {
            var shares = FairShares<Never>(1)
            for number in 0..<10_000 { shares.beginWait(of: WebClient(browser: number, address: "\(number % 100)")) }
            for number in 0..<10_000 {
                let client = WebClient(browser: number, address: "\(number % 100)")
                shares.beginTurn(of: client)
                shares.endTurn(of: client, cost: 1)
            }
            for number in 0..<1_000 {
                let client = WebClient(browser: 0, address: "new \(number)")
                shares.beginWait(of: client)
                shares.beginTurn(of: client)
                shares.endTurn(of: client, cost: 1)
            }
            #expect(shares.addressCount < 200 && shares.cost == 0)
        }

        @Test(
            "Limits of the server · a browser cannot save up time, and no work waits forever behind that of new browsers"
        )
        func newcomers() async {
            let line = Line(FairQueue(ofAddress: 1))
            line.add(["a0", "a1", "a2"])
            #expect(await line.begun(1) == ["a0"])
            // Each time that work ends, a browser without earlier work comes.
            var begun: [String] = []
            for name in ["b", "c", "d", "e"] {
                line.add([name])
                begun.append(await line.end())
            }
            #expect(begun == ["a1", "b", "a2", "c"])
            // It has used nothing meanwhile, and has no advantage.
            line.add(["a3"])
            #expect(await line.drain(3) == ["d", "e", "a3"])
        }

        @Test("Limits of the server · one browser leaves a place to the others") func share() async {
            let line = Line(FairQueue(ofAddress: 4))
            line.add(["a1", "a2", "a3", "b1", "b2", "b3"])
            #expect(await line.begun(4) == ["a1", "a2", "b1", "b2"])
            #expect(await line.end("b1") == "b3")
            #expect(await line.end("a1") == "a3")
        }

        @Test("Limits of the server · the last work of the browser with the most is refused") func refused() async {
            let line = Line(FairQueue(ofAddress: 1, waiting: 3))
            line.add(["a0", "a1", "a2", "a3", "a4"])
            #expect(await line.begun(2) == ["a0", "!a4"])
            line.add(["b1"])
            #expect(await line.begun(1) == ["!a3"])
            #expect(await line.end("a0") == "a1")
            #expect(await line.drain(2) == ["b1", "a2"])
        }

        @Test("Limits of the server · work counts its time, ends with an error too, and is not run if too much waits")
        func running() async throws {
            let now = Lock(ContinuousClock.now)
            let queue = FairQueue(1, waiting: 1, now: { now.withLock { $0 } })
            let line = Line(queue)
            try await queue.run(for: Line.client("1a")) {
                line.add(["2b"])
                await #expect(throws: FairQueue.Overload.self) { try await queue.run(for: Line.client("2c")) {} }
                line.add(["1a"])
                now.withLock { $0 += .milliseconds(45) }
            }
            #expect(await line.begun(1) == ["2b"])
            line.add(["3c", "2b2"])
            // Address 1 has used 3, and the others 1.
            #expect(await line.drain(3) == ["3c", "2b2", "1a"])
            struct Failure: Error {}
            await #expect(throws: Failure.self) { try await queue.run(for: Line.client("1a")) { throw Failure() } }
            #expect(queue.runningCount == 0)
        }

        @Test("Limits of the server · work that waits ends when its task is cancelled, also before it waits")
        func cancelled() async throws {
            // A limit below 1 counts as 1.
            let queue = FairQueue(0)
            let client = Line.client("1a")
            try await queue.run(for: client) {
                let waiting = Task.immediate { try await queue.run(for: client) { Issue.record("It was run.") } }
                waiting.cancel()
                await #expect(throws: CancellationError.self) { try await waiting.value }
                let late = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    try await queue.run(for: client) { Issue.record("It was run.") }
                }
                await #expect(throws: CancellationError.self) { try await late.value }
            }
            #expect(try await queue.run(for: client) { 1 } == 1)
            #expect(queue.runningCount == 0)
        }
    }
#endif
