#if SQLite || App
    import Millrace
    public import MillraceDurable

    extension LinkExplorer {
        /// Searches what the two engines can reach on real engines, with a storage in memory that they share.
        ///
        /// After each step it tries: each action that a user may send to one of them, each outcome of a command, the next timer, the arrival of the
        /// next message, a kill and an orderly stop of each engine, and a kill after a message was reduced but before its turn is stored. After an end,
        /// another engine goes on from what is stored, while the other one keeps running. The clocks of both are equal.
        ///
        /// A message is delayed until it arrives. Those of one engine arrive in order.
        ///
        /// Limits: only messages by `Flow.send(_:to:)` are delayed. Observations of the other store, and what other code sends to a handle, are not
        /// part of the search. Each engine has one store. Each path is performed from the start again, so a search visits 20 to 80 worlds in a
        /// second. Use few actions.
        ///
        /// - Parameters:
        ///   - timers: When delays end after a restart. Defaults to `.deadline`.
        ///   - limit: The maximum number of worlds. Defaults to 2,000.
        ///   - isolation: The actor of the engines. Defaults to the caller's.
        ///   - prepare: Called with each engine before it resumes, for example to register ids. Defaults to nothing.
        /// - Returns: The number of worlds, and the violations with the shortest steps that lead to them.
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
            let explorers = LinkProgram(self, options).explorers
            let search = RestartSearch(
                properties + properties(of: explorers.sender) + properties(of: explorers.receiver), limit: limit
            ) { _ in LinkProgram(self, options) }
            try await search.run()
            return search.result
        }

        private typealias LinkProperty = SearchProperty<LinkState<Sender, Receiver>, LinkTurn<Sender, Receiver>>

        private func properties(of sender: Explorer<Sender>) -> [LinkProperty] {
            sender.properties.compactMap { property in
                LinkProperty(property, part: \.sender) { if case .sender(let turn) = $0 { turn } else { nil } }
            }
        }

        private func properties(of receiver: Explorer<Receiver>) -> [LinkProperty] {
            receiver.properties.compactMap { property in
                LinkProperty(property, part: \.receiver) { if case .receiver(let turn) = $0 { turn } else { nil } }
            }
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
            result.gap?.report(at: place)
            return result
        }
    }
#endif
