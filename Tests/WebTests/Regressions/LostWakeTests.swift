#if Web || Hummingbird || App
    import Dispatch
    import MillraceModules
    import Millrace
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Symptom: a live connection sometimes did not end with its page, so the server did not shut down.
    /// Cause: the task that makes the frames looked for one, found none, and waited. A task with a preferred executor can be suspended
    /// between the two, because it changes to the main actor again. The end of the page in between resumed nothing.
    /// Correct behavior: a change after the task has looked for a frame ends its next wait.
    @MainActor struct LostWakeTests {
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        private final class Executor: TaskExecutor {
            func enqueue(_ job: consuming ExecutorJob) {
                let job = UnownedJob(job)
                DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
            }
        }

        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        @Test("the end of a page ends the wait for its frames at every moment", arguments: 0..<200)
        func end(moment: Int) async throws {
            let navigator = Navigator(root: Gadget(), on: Engine())
            let session = try await MainActorSession("s", isShared: false) { navigator }
            _ = await session.open("/", wait: .counting())
            let connection = session.connect(Hello(session: "s", client: "c", sequence: -1, url: "/"), isNew: false)
            let frames = Task(executorPreference: Executor()) {
                while case .made = await session.nextFrame(on: connection, if: { true }) {}
            }
            for _ in 0..<moment % 20 { await Task.yield() }
            session.end()
            await frames.value
        }
    }
#endif
