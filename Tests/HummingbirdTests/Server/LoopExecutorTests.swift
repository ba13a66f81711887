#if Hummingbird || App
    import NIOConcurrencyHelpers
    import NIOPosix
    import Testing

    import NIOCore
    @testable import MillraceHummingbird

    @Suite("Live connections on event loops") struct LoopExecutorTests {
        /// A clock that jobs advance.
        private let clock = NIOLockedValueBox(NIODeadline.uptimeNanoseconds(1))
        private let loop = MultiThreadedEventLoopGroup.singleton.next()

        /// Returns whether this task runs on the event loop, after it has used some time of its thread.
        private func isOnLoop(after time: TimeAmount) async -> Bool {
            clock.withLockedValue { $0 = $0 + time }
            let isOnLoop = loop.inEventLoop
            // A new job begins.
            await Task.yield()
            return isOnLoop
        }

        @Test("Jobs run on the loop, and after a long one elsewhere, for a thousand times as long") func longJob() async
        {
            let executor = LoopExecutor(loop) { [clock] in clock.withLockedValue { $0 } }
            let results = await withTaskExecutorPreference(executor) {
                [
                    await isOnLoop(after: .milliseconds(5)), await isOnLoop(after: .milliseconds(6)),
                    await isOnLoop(after: .milliseconds(5)), await isOnLoop(after: .milliseconds(5_000)),
                    await isOnLoop(after: .zero),
                ]
            }
            // The job of 6 ms runs on the loop. It ends 6 s of other work: then the job of 5 s is a long one itself.
            #expect(results == [true, true, false, false, false])
            clock.withLockedValue { $0 = $0 + .hours(2) }
            #expect(await withTaskExecutorPreference(executor) { await isOnLoop(after: .zero) })
        }

        @Test("The actor of a task runs on the loop, too") func actor() async {
            actor Page {
                func isOnLoop(_ loop: any EventLoop) -> Bool { loop.inEventLoop }
            }
            let (page, loop) = (Page(), loop)
            let isOnLoop = await withTaskExecutorPreference(LoopExecutor(loop)) {
                // A free actor runs on the thread that calls it.
                await Task.yield()
                return await page.isOnLoop(loop)
            }
            #expect(isOnLoop)
        }
    }
#endif
