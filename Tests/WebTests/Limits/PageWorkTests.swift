#if Web || App
    import Millrace
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    @Suite("Work on pages", .timeLimit(.minutes(20))) struct PageWorkTests {
        private let work = PageWork(
            hasSharedActor: true, wait: .counting(), freed: FreedMemory(TimerQueue(ManualClock())))

        private func client(_ number: Int, at address: Int) -> WebClient {
            WebClient(browser: number, address: "192.0.2.\(address)")
        }

        @Test("Limits of the server · of all addresses and browsers, one work runs at a time, and all run")
        func oneAtATime() async {
            let counts = Lock((running: 0, most: 0, all: 0))
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<60 {
                    group.addTask {
                        await work.run(for: client(number % 6, at: number % 4), isLarge: true) { _ in
                            counts.withLock {
                                $0.running += 1
                                $0.most = max($0.most, $0.running)
                            }
                            await Task.yield()
                            counts.withLock { ($0.running, $0.all) = ($0.running - 1, $0.all + 1) }
                        }
                    }
                }
            }
            #expect(counts.withLock { $0 } == (0, 1, 60))
        }

        @Test("Limits of the server · while work sleeps, other work runs, of the same browser too") func sleeping()
            async
        {
            let order = Lock<[String]>([])
            let others = [client(1, at: 1), client(2, at: 1), client(3, at: 2)]
            let (ends, end) = AsyncStream<Void>.makeStream()
            async let sleeping: Void = work.run(for: client(1, at: 1), isLarge: true) { wait in
                wait.releasePlace()
                for await _ in ends {}
                await wait.takePlace()
                order.withLock { $0.append("end") }
            }
            for other in others {
                await work.run(for: other, isLarge: true) { _ in order.withLock { $0.append("\(other.browser)") } }
            }
            end.finish()
            await sleeping
            #expect(order.withLock { $0 } == ["1", "2", "3", "end"])
        }

        @Test(
            "Limits of the server · for a second after small work turned out to be long, all work of the address is large"
        )
        func afterLong() async {
            let clock = Lock(Duration.zero)
            let wait = PageWait(sleep: { _ in }, now: { clock.withLock { $0 } })
            let pauses = ManualClock()
            pauses.autoAdvance(by: .seconds(1 << 40))
            let work = PageWork(
                hasSharedActor: true, wait: wait, freed: FreedMemory(TimerQueue(ManualClock())), clock: pauses)
            #expect(work.startSmallNow(of: client(1, at: 1)))
            work.endSmall(of: client(1, at: 1), after: Page.longWork)
            #expect(work.startSmallNow(of: client(2, at: 1)))
            work.endSmall(of: client(2, at: 1), after: Page.longWork + .nanoseconds(1))
            #expect(!work.startSmallNow(of: client(2, at: 1)) && work.startSmallNow(of: client(3, at: 2)))
            // It waits for other large work.
            let order = Lock<[String]>([])
            let (begins, begin) = AsyncStream<Void>.makeStream()
            let (ends, end) = AsyncStream<Void>.makeStream()
            async let large: Void = work.run(for: client(3, at: 2), isLarge: true) { _ in
                begin.finish()
                for await _ in ends {}
                order.withLock { $0.append("large") }
            }
            for await _ in begins {}
            let small = Task.immediate {
                await work.run(for: client(2, at: 1), isLarge: false) { _ in
                    order.withLock { $0.append("small") }
                }
            }
            end.finish()
            _ = await (large, small.value)
            #expect(order.withLock { $0 } == ["large", "small"])
            clock.withLock { $0 = .seconds(1) }
            #expect(work.startSmallNow(of: client(2, at: 1)))
        }

        @Test("Limits of the server · a client is charged for the time of its work") func cost() {
            #expect([0, 4, 5, 40].map { PageWork.cost(.milliseconds($0)) } == [1, 1, 2, 9])
        }

        @Test(
            "Limits of the server · after long work, the next work of its address waits for a pause, and that of others does not"
        )
        func pause() async {
            let clock = ManualClock()
            let work = PageWork(
                hasSharedActor: true, wait: .counting(), freed: FreedMemory(TimerQueue(ManualClock())), clock: clock)
            await work.run(for: client(1, at: 1), isLarge: true) { _ in
                PageTime.current?.add(Page.longWork + .nanoseconds(1))
            }
            let order = Lock<[String]>([])
            let own = Task.immediate {
                await work.run(for: client(2, at: 1), isLarge: true) { _ in order.withLock { $0.append("own") } }
            }
            await work.run(for: client(3, at: 2), isLarge: true) { _ in order.withLock { $0.append("other") } }
            clock.autoAdvance(by: .seconds(1))
            await own.value
            #expect(order.withLock { $0 } == ["other", "own"])
        }

        @Test("Limits of the server · long work notes the memory that it frees, short work does not") func freedMemory()
            async
        {
            let (clock, timers) = (ManualClock(), TimerQueue(ManualClock()))
            defer { timers.cancelAll() }
            let work = PageWork(
                hasSharedActor: true, wait: .counting(), freed: FreedMemory(timers), clock: clock)
            // The pauses after the work end at once.
            clock.autoAdvance(by: .seconds(1 << 40))
            func run(_ count: Int, _ duration: Duration) async {
                for _ in 0..<count {
                    await work.run(for: client(1, at: 1), isLarge: true) { _ in PageTime.current?.add(duration) }
                }
            }
            let count = FreedMemory.limit / PageWork.memoryOfLongWork
            await run(2 * count, Page.longWork)
            await run(count - 1, Page.longWork + .nanoseconds(1))
            #expect(timers.count == 0)
            await run(1, Page.longWork + .nanoseconds(1))
            #expect(timers.count == 1)
        }

        @Test("Limits of the server · long work of many steps lets others run between them") func steps() async {
            let hasRun = Lock(false)
            let other = await work.run(for: client(1, at: 1), isLarge: true) { wait in
                let other = Task.immediate {
                    await work.run(for: client(2, at: 2), isLarge: true) { _ in hasRun.withLock { $0 = true } }
                }
                #expect(!hasRun.withLock { $0 })
                wait.releasePlace()
                await wait.takePlace()
                #expect(hasRun.withLock { $0 })
                return other
            }
            await other.value
        }
    }
#endif
