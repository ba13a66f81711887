#if Hummingbird || App
    import Dispatch
    import NIOConcurrencyHelpers
    import NIOPosix
    import Testing

    import NIOCore
    @testable import MillraceHummingbird

    @Suite("Live connections on event loops") struct LoopExecutorTests {
        /// A clock that jobs advance.
        private let clock = NIOLockedValueBox(NIODeadline.uptimeNanoseconds(1))
        private let loop = MultiThreadedEventLoopGroup.singleton.next()
        /// Runs one job at a time, so that each job is counted before the next one.
        private let others = DispatchQueue(label: "others")

        /// Returns whether this task runs on the event loop, after it has used some time of its thread.
        private func isOnLoop(after time: TimeAmount) async -> Bool {
            clock.withLockedValue { $0 = $0 + time }
            let isOnLoop = loop.inEventLoop
            // A new job begins.
            await Task.yield()
            return isOnLoop
        }

        /// Runs the hundred jobs after which the loop is used.
        private func begin() async {
            for _ in 0..<100 { await Task.yield() }
        }

        /// Returns when all jobs so far are counted.
        private func finishJobs() async {
            await withCheckedContinuation { continuation in loop.execute { continuation.resume() } }
            await withCheckedContinuation { continuation in others.async { continuation.resume() } }
        }

        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        @Test("After a long job, the next ones run on other threads for a thousand times as long") func longJob() async
        {
            let executor = LoopExecutor(loop, others: others) { [clock] in clock.withLockedValue { $0 } }
            let results = await withTaskExecutorPreference(executor) {
                await begin()
                return [
                    await isOnLoop(after: .milliseconds(20)), await isOnLoop(after: .milliseconds(21)),
                    await isOnLoop(after: .milliseconds(20)), await isOnLoop(after: .milliseconds(5_000)),
                    await isOnLoop(after: .zero),
                ]
            }
            // The job of 21 ms runs on the loop. The jobs of the next 21 s run elsewhere. The one of 5 s is long itself.
            #expect(results == [true, true, false, false, false])
            await finishJobs()
            clock.withLockedValue { $0 = $0 + .hours(2) }
            let laterResults = await withTaskExecutorPreference(executor) {
                let isSoonOnLoop = await isOnLoop(after: .zero)
                await begin()
                return [isSoonOnLoop, await isOnLoop(after: .zero)]
            }
            #expect(laterResults == [false, true])
        }

        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        @Test("A page whose first messages take long never uses the loop") func firstJob() async {
            let executor = LoopExecutor(loop, others: others) { [clock] in clock.withLockedValue { $0 } }
            let results = await withTaskExecutorPreference(executor) {
                var results = [await isOnLoop(after: .zero), await isOnLoop(after: .seconds(1))]
                await begin()
                for _ in 0..<4 { results.append(await isOnLoop(after: .seconds(1))) }
                return results
            }
            #expect(results == [false, false, false, false, false, false])
        }

        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        @Test("Many short jobs in a row count as a long one") func manyJobs() async {
            let executor = LoopExecutor(loop, others: others) { [clock] in clock.withLockedValue { $0 } }
            let results = await withTaskExecutorPreference(executor) {
                await begin()
                var results: [Bool] = []
                for _ in 0..<6 { results.append(await isOnLoop(after: .milliseconds(5))) }
                return results
            }
            #expect(results == [true, true, true, true, true, false])
        }

        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        @Test("The actor of a task runs on the loop, too") func actor() async {
            actor Page {
                func isOnLoop(_ loop: any EventLoop) -> Bool { loop.inEventLoop }
            }
            let (page, loop) = (Page(), loop)
            let executor = LoopExecutor(loop, others: others) { [clock] in clock.withLockedValue { $0 } }
            let isOnLoop = await withTaskExecutorPreference(executor) {
                await begin()
                // A free actor runs on the thread that calls it.
                await Task.yield()
                return await page.isOnLoop(loop)
            }
            #expect(isOnLoop)
        }
    }
#endif
