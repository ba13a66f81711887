import Millrace

extension Explorer {
    /// Searches all reachable system states, and fails the test for each violated property.
    ///
    /// Fails the test at this line for each violation, with the shortest counterexample as the source of a test. Also
    /// fails for each type of command that was requested, but has no declared outcomes, and if the search is incomplete or
    /// vacuous. ``incompleteSearch(_:)`` turns the latter into warnings.
    ///
    /// The search stops when its task is cancelled, or when the process receives `SIGINT`, as from Control-C. Then this
    /// method prints the result and the coverage so far to the standard error output. The process ends with the signal
    /// when its last check has done that.
    ///
    /// If the feature traps, the steps that lead to the trap are printed to the standard error output before the process
    /// ends; see ``explore()``.
    ///
    /// - Returns: The result of the search, with its coverage. It can be discarded.
    @inlinable @discardableResult
    public func check(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Exploration<R> {
        let interrupt = Interrupt.begin()
        let exploration = explore()
        report(exploration, fileID, filePath, line, column)
        interrupt.end(with: exploration)
        return exploration
    }

    @usableFromInline func report(
        _ exploration: Exploration<R>, _ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt
    ) {
        let place = Place(fileID, filePath, line, column)
        for example in exploration.violations { Failure.violated(example, exploration).report(at: place) }
        for (name, reason) in exploration.unconfirmed { Failure.unconfirmed(name, reason).report(at: place) }
        for type in exploration.undeclared { Failure.undeclared(type).report(at: place) }
        for failure in gaps(in: exploration) { report(failure, at: place) }
    }

    /// The failures of an incomplete or vacuous search.
    private func gaps(in exploration: Exploration<R>) -> [Failure] {
        if let end = exploration.end { return end.kind == .violation ? [] : [.incomplete(end, .check)] }
        let isDecided = !exploration.violations.isEmpty || !exploration.undeclared.isEmpty
        if exploration.transitions == 0 { return isDecided ? [] : [.noStep()] }
        return exploration.vacuous.map(Failure.vacuous)
    }

    func report(_ gap: Failure, at place: Place) {
        switch incompleteSearch {
        case .failure: gap.report(at: place)
        case .warning: MillraceTesting.report(warning: gap.warning, at: place)
        }
    }

    // MARK: On a test store

    /// Creates a test store with the explorer's state, reducer and listeners, and sends its launch actions.
    ///
    /// The store is not exhaustive.
    #if !(Testing || App)
        @available(*, unavailable, message: "Enable the package trait App or Testing to test with MillraceTesting.")
    #endif
    public func testStore(
        isolation: isolated (any Actor) = #isolation, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> TestStore<R> {
        let place = Place(fileID, filePath, line, column)
        return testStore(model.first, place, isolation: isolation)
    }

    /// Finishes `store`, and creates one with the state after a restart.
    ///
    /// Fails the test if a restart is not possible in this state.
    #if !(Testing || App)
        @available(*, unavailable, message: "Enable the package trait App or Testing to test with MillraceTesting.")
    #endif
    public func restarted(
        _ store: TestStore<R>, isolation: isolated (any Actor) = #isolation, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> TestStore<R> {
        let place = Place(fileID, filePath, line, column)
        guard let state = model.restarted?(store.store.state) else {
            Failure.noRestart().report(at: place)
            return store
        }
        store.conclude(at: place)
        let restarted = testStore(state, place, isolation: isolation)
        restarted.requests.calls.insert(contentsOf: store.requests.calls, at: 0)
        return restarted
    }

    /// Performs the steps of a counterexample on a test store, which has a real engine.
    ///
    /// Fails the test at this line if a step is not possible. That would be a bug in the search.
    ///
    /// - Returns: The store after the last step. It is not finished.
    #if !(Testing || App)
        @available(*, unavailable, message: "Enable the package trait App or Testing to test with MillraceTesting.")
    #endif
    public func play(
        _ example: Counterexample<R>, isolation: isolated (any Actor) = #isolation, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> TestStore<R> {
        let place = Place(fileID, filePath, line, column)
        var store = testStore(model.first, place, isolation: isolation)
        for line in example.lines {
            switch line {
            case .advance(let duration):
                store.clock.advance(by: duration, fileID: fileID, filePath: filePath, line: place.line, column: column)
            case .advanceToNext:
                store.clock.advanceToNext(fileID: fileID, filePath: filePath, line: place.line, column: column)
            case .jitter(let random): store.engine.jitter = { random }
            case .send(let action):
                store.send(action, fileID: fileID, filePath: filePath, line: place.line, column: column)
            case .answer(let outcome, _, let index, _): outcome.perform(store, index)
            case .restart:
                store = restarted(
                    store, isolation: isolation, fileID: fileID, filePath: filePath, line: place.line, column: column)
            }
        }
        return store
    }

    private func testStore(
        _ state: R.State, _ place: Place, isolation: isolated (any Actor) = #isolation
    ) -> TestStore<R> {
        #if Testing || App
            // The search tries the ticks of intervals, so its steps name them.
            let store = TestStore(
                state, model.reducer, at: place, drivesIntervals: false, isolation: isolation)
            store.exhaustivity = .off
            for wire in model.wiring { wire(store.store) }
            if let start = model.start { store.start(with: start(state)) }
            for action in model.launch {
                store.send(
                    action, fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
            }
            return store
        #else
            preconditionFailure("The package traits App and Testing are disabled.")
        #endif
    }

    /// Returns the system state of a test store.
    public func systemState(of store: TestStore<R>) -> SystemState<R> {
        SystemState(store.store.state, store.systemEffects)
    }

    /// Asserts that a property holds in the current system state of `store`.
    ///
    /// - `always`, `never` and `sometimes`: whether the condition is true now.
    /// - `everyStep`, `noStep` and `someStep`: whether the condition is true for the steps since the system state `round`.
    ///   Without `round`, for all steps since the store was created, as if no effect was in flight before them.
    /// - `eventually`: whether the goal is reached, or can still be reached because an effect is in flight. If `round`
    ///   is an earlier system state, also whether the steps since then did not lead back to it.
    /// - `noDeadEnd`: whether anything can happen.
    ///
    /// Fails the test at this line if the property does not hold, or if no property has this name.
    public func check(
        _ name: String, in store: TestStore<R>, since round: SystemState<R>? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let place = Place(fileID, filePath, line, column)
        guard let property = properties.first(where: { $0.name == name }) else {
            return Failure.unknown(property: name, known: properties.map(\.name)).report(at: place)
        }
        let systemState = systemState(of: store)
        if let reason = violation(of: property, in: store, systemState, since: round) {
            Failure.false(name, reason, systemState.state, store.pendingLines).report(at: place)
        }
    }

    /// The reason why the property does not hold. `nil` if the current state does not show a violation.
    private func violation(
        of property: Property<R>, in store: TestStore<R>, _ now: SystemState<R>, since round: SystemState<R>?
    ) -> String? {
        let isWaiting = now.isWaiting
        let context = OutcomeContext<R>(
            state: now.state, earlier: store.requests.calls.lastRequests(of: model.remembered))
        switch property.kind {
        case .always(.state(let holds)), .sometimes(.state(let holds)):
            return holds(now) ? nil : "Its condition is false in this state."
        case .always(.step(let holds)):
            let wrong = store.turns(from: round, to: now).first { !holds($0.before, $0.action, $0.after) }
            return wrong.map { "Its condition is false for \($0.action.map { shortDescription(of: $0) } ?? "a step")." }
        case .sometimes(.step(let happens)):
            let isFound = store.turns(from: round, to: now).contains { happens($0.before, $0.action, $0.after) }
            return isFound ? nil : "Its condition is false for every step."
        case .eventually(_, _, let happens):
            if happens(now) { return nil }
            if !isWaiting, !now.pending.contains(where: { model.mayBeAnswered($0, in: context, ending: true) }) {
                return "No effect is in flight that could still lead to it."
            }
            guard let round, !happens(round), areSame(round.state, now.state), round.pending.count == now.pending.count
            else { return nil }
            return "The last steps form a cycle, which can repeat forever."
        case .noDeadEnd(let isEnd):
            if isEnd(now) || isWaiting || !model.offered(now.state).isEmpty { return nil }
            if model.restarted?(now.state) != nil { return nil }
            if now.pending.contains(where: { model.mayBeAnswered($0, in: context) }) { return nil }
            return "The user can send no action, and no effect in flight can have an outcome."
        case .noFault, .deterministic: return nil
        }
    }
}
