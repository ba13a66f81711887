#if SQLite || App
    import Millrace

    /// Searches what a durable feature can reach, breadth-first, on real engines.
    ///
    /// A world is reached by a path of steps. To go on from it, a process begins with what the last one of the path has left, and performs the
    /// steps since then again.
    final class RestartSearch<R: Reducer> where R.State: Codable {
        private struct World {
            let path: [RestartStep<R.Action>]
            let origin: RestartProgram<R>.Origin
            let state: SystemState<R>
            let steps: [RestartStep<R.Action>]
            /// The steps since the last start of a process.
            var lastSteps: [RestartStep<R.Action>] {
                Array(path[(path.lastIndex(where: \.isRestart).map { $0 + 1 } ?? 0)...])
            }

            /// The steps to other worlds.
            var edges: [(isInternal: Bool, world: Int)] = []
        }

        private let explorer: Explorer<R>
        private let options: RestartProgram<R>.Options
        private let limit: Int
        private var worlds: [World] = []
        private var numbers: [String: Int] = [:]
        private var satisfied: Set<String> = []
        private(set) var result = RestartExploration()

        init(_ explorer: Explorer<R>, _ options: RestartProgram<R>.Options, limit: Int) {
            (self.explorer, self.options, self.limit) = (explorer, options, limit)
        }

        func run(isolation: isolated (any Actor) = #isolation) async throws {
            _ = try await visit(nil, nil)
            var next = 0
            while next < worlds.count, result.violations.isEmpty {
                for step in worlds[next].steps where result.violations.isEmpty {
                    if worlds.count >= limit {
                        result.isComplete = false
                        return checkReached()
                    }
                    let number = try await visit(worlds[next], step)
                    worlds[next].edges.append((step.isInternal, number))
                }
                next += 1
            }
            checkReached()
            if result.violations.isEmpty { checkPaths() }
        }

        /// Performs a step in a world, and adds the world that it leads to.
        ///
        /// - Returns: The number of the world.
        private func visit(
            _ world: World?, _ step: RestartStep<R.Action>?, isolation: isolated (any Actor) = #isolation
        ) async throws -> Int {
            let path = (world?.path ?? []) + (step.map { [$0] } ?? [])
            let program = RestartProgram(explorer.model, options, world?.origin ?? .init())
            try await program.start()
            for step in world?.lastSteps ?? [] { try await program.perform(step) }
            let before = program.systemState
            _ = program.takeTurns()
            do { if let step { try await program.perform(step) } } catch {
                add("stored", "\(error)", path)
            }
            defer { program.kill() }
            guard let state = program.systemState else { return 0 }
            for problem in program.problems { add(problem.property, problem.reason, path) }
            for turn in program.takeTurns() { checkStep(turn, before ?? state, state, path) }
            let fingerprint = try await program.fingerprint()
            if let number = numbers[fingerprint] { return number }
            check(state, path)
            let number = worlds.count
            numbers[fingerprint] = number
            worlds.append(World(path: path, origin: program.origin, state: state, steps: program.steps()))
            result.worlds += 1
            return number
        }

        // MARK: Properties

        private func add(_ property: String, _ reason: String, _ path: [RestartStep<R.Action>]) {
            if result.violations.contains(where: { $0.property == property }) { return }
            result.violations.append(.init(property: property, reason: reason, steps: path.map(\.label)))
        }

        private func check(_ state: SystemState<R>, _ path: [RestartStep<R.Action>]) {
            for property in explorer.properties {
                switch property.kind {
                case .always(.state(let holds)):
                    if !holds(state) { add(property.name, "Its condition is false.", path) }
                case .sometimes(.state(let holds)): if holds(state) { satisfied.insert(property.name) }
                default: break
                }
            }
        }

        private func checkStep(
            _ turn: (before: R.State, action: R.Action?, after: R.State), _ before: SystemState<R>,
            _ after: SystemState<R>, _ path: [RestartStep<R.Action>]
        ) {
            let (one, other) = (before.replacing(turn.before), after.replacing(turn.after))
            for property in explorer.properties {
                switch property.kind {
                case .always(.step(let holds)):
                    if !holds(one, turn.action, other) {
                        add(property.name, "Its condition is false for a step.", path)
                    }
                case .sometimes(.step(let happens)):
                    if happens(one, turn.action, other) { satisfied.insert(property.name) }
                default: break
                }
            }
        }

        /// Adds the properties that hold in no world.
        private func checkReached() {
            guard result.isComplete, result.violations.isEmpty else { return }
            for property in explorer.properties {
                if case .sometimes = property.kind, !satisfied.contains(property.name) {
                    add(property.name, "Its condition is false everywhere.", [])
                }
            }
        }

        /// Adds the worlds from which a goal cannot be reached, although nothing but effects in flight is needed.
        private func checkPaths() {
            for property in explorer.properties {
                switch property.kind {
                case .eventually(let start, _, let happens):
                    let goals = worlds.indices.filter { happens(worlds[$0].state) }
                    let reaching = worldsReaching(Set(goals))
                    for (number, world) in worlds.enumerated()
                    where (start?(world.state) ?? true) && !reaching.contains(number) {
                        add(property.name, "No effect in flight leads to it.", world.path)
                        break
                    }
                case .noDeadEnd(let isEnd):
                    for world in worlds where !isEnd(world.state) && world.steps.allSatisfy(\.isRestart) {
                        add(property.name, "Nothing can happen.", world.path)
                        break
                    }
                default: break
                }
            }
        }

        /// Returns the worlds from which internal steps lead to one of the goals, and the goals.
        private func worldsReaching(_ goals: Set<Int>) -> Set<Int> {
            var origins: [Int: [Int]] = [:]
            for (number, world) in worlds.enumerated() {
                for edge in world.edges where edge.isInternal { origins[edge.world, default: []].append(number) }
            }
            var (reaching, waiting) = (goals, Array(goals))
            while let world = waiting.popLast() {
                for origin in origins[world] ?? [] where reaching.insert(origin).inserted { waiting.append(origin) }
            }
            return reaching
        }
    }
#endif
