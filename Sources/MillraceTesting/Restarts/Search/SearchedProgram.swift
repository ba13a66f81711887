#if SQLite || App
    /// A program on real engines that a ``RestartSearch`` runs.
    protocol SearchedProgram: AnyObject {
        associatedtype Step: SearchedStep
        /// The value that the properties are about.
        associatedtype State
        /// The reduction of an action.
        associatedtype Turn
        /// Where a program begins.
        associatedtype Origin

        /// The latest point from which another program can begin, and the steps since then.
        var origin: Origin { get }
        var stepsSinceOrigin: [Step] { get }
        /// `nil` if the program could not be started.
        var state: State? { get }
        /// The steps that are possible now.
        var steps: [Step] { get }
        /// The built-in properties that did not hold in the steps so far.
        var problems: [SearchProblem] { get }

        func start(isolation: isolated any Actor) async throws
        /// Performs a step, and waits until everything that follows from it is stored.
        func perform(_ step: Step, isolation: isolated any Actor) async throws
        /// Ends the program.
        func kill()
        /// Returns the turns since the last call.
        ///
        /// - Parameters:
        ///   - before: The state before the first of them.
        ///   - after: The state after the last one.
        func takeTurns(from before: State, to after: State) -> [Turn]
        /// Returns a text that distinguishes the stored values, the work in flight and the calls of handlers.
        func fingerprint(isolation: isolated any Actor) async throws -> String
    }

    /// A step of a program.
    protocol SearchedStep {
        /// Whether neither a user nor an end of a process causes the step.
        var isInternal: Bool { get }
        /// Whether an end of a process causes the step.
        var isRestart: Bool { get }
        var label: String { get }
    }

    /// A built-in property that does not hold, and why.
    struct SearchProblem {
        let property: String
        let reason: String
    }
#endif
