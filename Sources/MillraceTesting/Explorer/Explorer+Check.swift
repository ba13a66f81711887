import Millrace

extension Explorer {
    /// Searches all that can happen, and fails the test for each property that does not hold.
    ///
    /// - Returns: what was found, to look at its coverage.
    /// - Fails: at this line, for each violation, with the shortest way to it as the source of a test; for each type of
    ///   command that was asked for and of which nothing was told. That the search was ended by a bound is no failure:
    ///   what it returns says so.
    @inlinable @discardableResult
    public func check(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Exploration<R> {
        let exploration = explore()
        report(exploration, fileID, filePath, line, column)
        return exploration
    }

    @usableFromInline func report(
        _ exploration: Exploration<R>, _ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt
    ) {
        let place = Place(fileID, filePath, line, column)
        for example in exploration.violations { Failure.violated(example, exploration).report(at: place) }
        for type in exploration.undeclared { Failure.undeclared(type).report(at: place) }
    }

    // MARK: On a test store

    /// A test store in which everything can happen that the explorer tries: with its state, its reducer, what it listens
    /// to, and what it sends at the start. It is not exhaustive.
    #if !Testing
        @available(*, unavailable, message: "Turn the package trait Testing on to test with MillraceTesting.")
    #endif
    public func testStore(
        isolation: isolated (any Actor) = #isolation, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> TestStore<R> {
        let place = Place(fileID, filePath, line, column)
        return testStore(model.first, place, isolation: isolation)
    }

    /// Ends `store`, and starts anew as the explorer does after a restart: with what is kept of its state.
    ///
    /// - Fails: where there can be no restart.
    #if !Testing
        @available(*, unavailable, message: "Turn the package trait Testing on to test with MillraceTesting.")
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
        return testStore(state, place, isolation: isolation)
    }

    /// Takes the steps of `example` on a test store: what the search did with values, done by an engine.
    ///
    /// - Returns: the store after the last step, which is not finished.
    /// - Fails: at this line, where a step cannot be taken, which would be a mistake of the search.
    #if !Testing
        @available(*, unavailable, message: "Turn the package trait Testing on to test with MillraceTesting.")
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
            case .send(let action):
                store.send(action, fileID: fileID, filePath: filePath, line: place.line, column: column)
            case .say(let outcome, _, let index): outcome.say(store, index)
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
        #if Testing
            let store = TestStore(
                state, model.reducer, isolation: isolation, fileID: place.fileID, filePath: place.filePath,
                line: place.line, column: place.column)
            store.exhaustivity = .off
            for wire in model.wiring { wire(store.store) }
            if let start = model.start { store.start(with: start(state)) }
            for action in model.launch {
                store.send(
                    action, fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
            }
            return store
        #else
            preconditionFailure("The trait Testing is off.")
        #endif
    }

    /// The system state that `store` is in.
    public func systemState(of store: TestStore<R>) -> SystemState<R> {
        SystemState(store.store.state, store.pending, isWaiting: store.clock.waiting > 0)
    }

    /// Demands that a property holds of what `store` is in.
    ///
    /// Of `always`, `never` and `sometimes` it asks whether that is true now. Of `eventually` it demands that what should
    /// come is there, or that something is under way of which it may still come; where `round` is a system state from before,
    /// that what has happened since has not led back to it. Of a dead end, that there is a way on.
    ///
    /// - Fails: at this line, where it does not hold, and where there is no property of this name.
    public func check(
        _ name: String, in store: TestStore<R>, since round: SystemState<R>? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let place = Place(fileID, filePath, line, column)
        guard let property = properties.first(where: { $0.name == name }) else {
            return Failure.unknown(property: name, known: properties.map(\.name)).report(at: place)
        }
        let systemState = systemState(of: store)
        if let reason = violation(of: property, systemState, since: round) {
            Failure.false(name, reason, systemState.state, store.pendingLines).report(at: place)
        }
    }

    /// Why the property does not hold; `nil` if it does, as far as one can see.
    private func violation(of property: Property<R>, _ now: SystemState<R>, since round: SystemState<R>?) -> String? {
        let isWaiting = now.isWaiting
        switch property.kind {
        case .always(let holds): return holds(now) ? nil : "It is not true here."
        case .sometimes(let happens): return happens(now) ? nil : "It does not happen here."
        case .eventually(_, _, let happens):
            if happens(now) { return nil }
            if !isWaiting, !now.pending.contains(where: { model.mayBeAnswered($0, in: now.state, lastly: true) }) {
                return "Nothing is under way of which it could still come."
            }
            guard let round, !happens(round), areSame(round.state, now.state), round.pending.count == now.pending.count
            else { return nil }
            return "What happened has led back to where it was, and can happen again and again."
        case .noDeadEnd(let isEnd):
            if isEnd(now) || isWaiting || !model.offered(now.state).isEmpty { return nil }
            if model.restarted?(now.state) != nil { return nil }
            if now.pending.contains(where: { model.mayBeAnswered($0, in: now.state) }) { return nil }
            return "Nothing can come of what is under way, and a user can send nothing."
        case .noFault, .deterministic: return nil
        }
    }
}
