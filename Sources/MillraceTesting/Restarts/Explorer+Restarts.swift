#if SQLite || App
    public import Millrace
    public import MillraceDurable

    extension Explorer where R.State: Codable {
        /// Searches what the feature can reach on a durable engine, with a kill and an orderly stop after every step.
        ///
        /// Each path runs on real engines with a storage in memory. After a kill, another engine goes on from what is stored, as
        /// `DurableCommand.interruption` and `timers` say. The search uses the declared actions and outcomes, and checks the properties of
        /// this explorer. An `eventually` property holds if effects in flight, or retries of dead letters, can still lead to the goal. The
        /// search also checks that no step reports a fault, that a message with an id is reduced once, and that a command never has two calls
        /// at the same time.
        ///
        /// A search of real engines visits about a thousand worlds in a second. Use a feature with few actions.
        ///
        /// - Parameters:
        ///   - timers: When delays end after a restart. Defaults to `.deadline`.
        ///   - limit: The maximum number of worlds. Defaults to 2,000.
        ///   - isolation: The actor of the engines. Defaults to the caller's.
        ///   - prepare: Called with each engine before it resumes, for example to register ids. Defaults to nothing.
        /// - Throws: `DurableError` of MillraceDurable.
        public func exploreRestarts(
            timers: DurableTimers = .deadline, limit: Int = 2_000, isolation: isolated (any Actor) = #isolation,
            _ prepare: @escaping (DurableEngine) -> Void = { _ in }
        ) async throws -> RestartExploration {
            try await exploreRestarts(.init(timers: timers, prepare: prepare), limit: limit)
        }

        package func exploreRestarts(
            _ options: RestartOptions, limit: Int, isolation: isolated (any Actor) = #isolation
        ) async throws -> RestartExploration {
            let properties = properties.compactMap {
                SearchProperty<SystemState<R>, HostedTurn<R>>($0, part: { $0 }, turn: { $0 })
            }
            let search = RestartSearch(properties, limit: limit) { origin in
                RestartProgram(model, options, origin ?? .init())
            }
            try await search.run()
            return search.result
        }

        /// Searches as ``exploreRestarts(timers:limit:isolation:_:)`` does, and fails the test for a violation or an incomplete search.
        ///
        /// `timers`, `limit`, `isolation` and `prepare` are those of that method.
        ///
        /// - Returns: The result.
        /// - Throws: `DurableError` of MillraceDurable.
        @discardableResult
        public func checkRestarts(
            timers: DurableTimers = .deadline, limit: Int = 2_000, fileID: StaticString = #fileID,
            filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
            isolation: isolated (any Actor) = #isolation, _ prepare: @escaping (DurableEngine) -> Void = { _ in }
        ) async throws -> RestartExploration {
            let result = try await exploreRestarts(timers: timers, limit: limit, prepare)
            let place = Place(fileID, filePath, line, column)
            for violation in result.violations { Failure(violation).report(at: place) }
            if let gap = result.gap { report(gap, at: place) }
            return result
        }
    }

    /// The options of a search with restarts.
    package struct RestartOptions {
        package var timers: DurableTimers
        package var prepare: (DurableEngine) -> Void
        /// Returns the backend that stores.
        package var backend: (MemoryBackend) -> any DurableBackend
        /// Returns the backend that the engines of a link use, behind which messages are delayed.
        package var engineBackend: (any DurableBackend) -> any DurableBackend

        package init(
            timers: DurableTimers = .deadline, prepare: @escaping (DurableEngine) -> Void = { _ in },
            backend: @escaping (MemoryBackend) -> any DurableBackend = { $0 },
            engineBackend: @escaping (any DurableBackend) -> any DurableBackend = { $0 }
        ) {
            (self.timers, self.prepare, self.backend, self.engineBackend) = (timers, prepare, backend, engineBackend)
        }
    }
#endif
