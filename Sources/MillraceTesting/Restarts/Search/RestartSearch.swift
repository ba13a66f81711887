#if SQLite || App
    import Millrace

    /// Searches the worlds that programs on real engines can reach, breadth-first.
    ///
    /// A world is reached by a path of steps. To go on from it, a program begins at the latest origin on the path, and performs the steps since
    /// then again.
    final class RestartSearch<P: SearchedProgram> {
        private struct World {
            let path: [P.Step]
            let origin: P.Origin
            let stepsSinceOrigin: [P.Step]
            let state: P.State
            let steps: [P.Step]
            /// The steps to other worlds.
            var edges: [(isInternal: Bool, world: Int)] = []
        }

        private let properties: [SearchProperty<P.State, P.Turn>]
        private let limit: Int
        /// Creates a program that begins at an origin; `nil` is the beginning of all.
        private let makeProgram: (P.Origin?) -> P
        private var worlds: [World] = []
        private var numbers: [String: Int] = [:]
        /// The indices of the properties that hold somewhere, as they must.
        private var satisfied: Set<Int> = []
        private(set) var result = RestartExploration()

        init(
            _ properties: [SearchProperty<P.State, P.Turn>], limit: Int, _ makeProgram: @escaping (P.Origin?) -> P
        ) {
            (self.properties, self.limit, self.makeProgram) = (properties, limit, makeProgram)
        }

        func run(isolation: isolated (any Actor) = #isolation) async throws {
            _ = try await visit(nil, nil)
            var next = 0
            while next < worlds.count, result.violations.isEmpty {
                for step in worlds[next].steps where result.violations.isEmpty {
                    if worlds.count >= limit {
                        result.isComplete = false
                        return
                    }
                    let number = try await visit(worlds[next], step)
                    worlds[next].edges.append((step.isInternal, number))
                }
                next += 1
            }
            checkReached()
            checkPaths()
        }

        /// Performs a step in a world, and adds the world that it leads to.
        ///
        /// - Returns: The number of the world.
        private func visit(
            _ world: World?, _ step: P.Step?, isolation: isolated (any Actor) = #isolation
        ) async throws -> Int {
            let path = (world?.path ?? []) + (step.map { [$0] } ?? [])
            let program = makeProgram(world?.origin)
            try await program.start(isolation: isolation)
            defer { program.kill() }
            for step in world?.stepsSinceOrigin ?? [] { try await program.perform(step, isolation: isolation) }
            if let state = program.state, step != nil { _ = program.takeTurns(from: state, to: state) }
            let before = program.state
            do { if let step { try await program.perform(step, isolation: isolation) } } catch {
                add("stored", "\(error)", path)
            }
            guard let state = program.state else { return 0 }
            for problem in program.problems { add(problem.property, problem.reason, path) }
            for turn in program.takeTurns(from: before ?? state, to: state) { check(turn, path) }
            let fingerprint = try await program.fingerprint(isolation: isolation)
            if let number = numbers[fingerprint] { return number }
            check(state, path)
            let number = worlds.count
            numbers[fingerprint] = number
            worlds.append(
                World(
                    path: path, origin: program.origin, stepsSinceOrigin: program.stepsSinceOrigin, state: state,
                    steps: program.steps))
            result.worlds += 1
            return number
        }

        // MARK: Properties

        private func add(_ property: String, _ reason: String, _ path: [P.Step]) {
            if result.violations.contains(where: { $0.property == property }) { return }
            result.violations.append(.init(property: property, reason: reason, steps: path.map(\.label)))
        }

        private func check(_ state: P.State, _ path: [P.Step]) {
            for (index, property) in properties.enumerated() {
                switch property.kind {
                case .always(let holds): if !holds(state) { add(property.name, "Its condition is false.", path) }
                case .sometimes(let holds): if holds(state) { satisfied.insert(index) }
                case .everyTurn, .someTurn, .eventually, .noDeadEnd: break
                }
            }
        }

        private func check(_ turn: P.Turn, _ path: [P.Step]) {
            for (index, property) in properties.enumerated() {
                switch property.kind {
                case .everyTurn(let holds):
                    if !holds(turn) { add(property.name, "Its condition is false for a step.", path) }
                case .someTurn(let happens): if happens(turn) { satisfied.insert(index) }
                case .always, .sometimes, .eventually, .noDeadEnd: break
                }
            }
        }

        /// Adds the properties that hold in no world.
        private func checkReached() {
            guard result.violations.isEmpty else { return }
            for (index, property) in properties.enumerated() where !satisfied.contains(index) {
                switch property.kind {
                case .sometimes, .someTurn: add(property.name, "Its condition is false everywhere.", [])
                case .always, .everyTurn, .eventually, .noDeadEnd: break
                }
            }
        }

        /// Adds the worlds from which a goal cannot be reached, although nothing but effects in flight is needed.
        private func checkPaths() {
            guard result.violations.isEmpty else { return }
            for property in properties {
                switch property.kind {
                case .eventually(let start, let happens):
                    let reaching = worldsReaching(Set(worlds.indices.filter { happens(worlds[$0].state) }))
                    let stuck = worlds.indices.first { start(worlds[$0].state) && !reaching.contains($0) }
                    if let stuck { add(property.name, "No effect in flight leads to it.", worlds[stuck].path) }
                case .noDeadEnd(let isEnd):
                    let end = worlds.first { !isEnd($0.state) && $0.steps.allSatisfy(\.isRestart) }
                    if let end { add(property.name, "Nothing can happen.", end.path) }
                case .always, .everyTurn, .sometimes, .someTurn: break
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
