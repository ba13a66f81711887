#if SQLite || App
    import Millrace
    import MillraceDurable

    /// One process after another that opens the same storage in memory, with the handlers of an explorer.
    final class RestartProgram<R: Reducer>: SearchedProgram where R.State: Codable {
        /// The storage and the time that the last process has left.
        struct Origin {
            var stored = MemoryBackend.Snapshot()
            /// The time of the day, in seconds since 1970.
            var time = 1_000_000.0
        }

        /// The storage and the time at the start of the process that runs now.
        private(set) var origin: Origin
        private(set) var stepsSinceOrigin: [RestartStep<R.Action>] = []
        private let engine: HostedEngine<R>
        private let memory: MemoryBackend
        private let backend: any DurableBackend

        init(_ model: Model<R>, _ options: RestartOptions, _ origin: Origin) {
            self.origin = origin
            engine = HostedEngine("explored", model, options, at: origin.time)
            memory = MemoryBackend(generation: "explored", origin.stored)
            backend = options.backend(memory)
        }

        func start(isolation: isolated any Actor) async throws {
            try await engine.start(in: DurableStorage(backend))
        }

        func kill() { engine.kill() }

        var problems: [SearchProblem] { engine.problems }
        var state: SystemState<R>? { engine.systemState }

        var steps: [RestartStep<R.Action>] {
            (engine.clock.waiting > 0 ? [.advance] : []) + engine.steps
        }

        func perform(_ step: RestartStep<R.Action>, isolation: isolated any Actor) async throws {
            stepsSinceOrigin.append(step)
            try await engine.perform(step)
            if step.isRestart {
                (origin, stepsSinceOrigin) = (Origin(stored: await memory.snapshot, time: engine.time), [])
                try await engine.startAgain(in: DurableStorage(backend))
            }
            try await engine.settle()
        }

        func takeTurns(from before: SystemState<R>, to after: SystemState<R>) -> [HostedTurn<R>] {
            engine.takeTurns(from: before, to: after)
        }

        func fingerprint(isolation: isolated any Actor) async throws -> String {
            engine.fingerprint(try await memory.load(engine.name))
        }
    }
#endif
