// Scopes: what a receipt waits for.
extension Effects {
    /// Opens the receipt of a message alone, in the scope of the message.
    func openReceipt(of turn: Turn) -> ReceiptStorage {
        turn.ownScope = machine.openScope(parent: requireScope(turn.scope))
        if let holder = chain.held[turn.id]?.holder { machine.move(holder, to: turn.ownScope) }
        return receipt(of: turn.ownScope)
    }

    /// Returns `scope`, or the scope of the outermost message if `scope` is 0. That scope is opened when it is first needed.
    package func requireScope(_ scope: Int32) -> Int32 {
        if scope != 0 { return scope }
        if rootScope == 0 { rootScope = machine.openScope() }
        return rootScope
    }

    /// Releases the scope of the outermost message.
    ///
    /// - Returns: The receipt of the outermost message.
    @discardableResult
    func releaseRoot() -> Receipt {
        let scope = rootScope
        rootScope = 0
        if scope == 0 || !hasReceipt(scope) && machine.closeIfUnused(scope: scope) { return .finished }
        let receipt = Receipt(self.receipt(of: scope))
        machine.release(scope)
        performSteps()
        return receipt
    }

    /// Returns the receipt of a scope. The same receipt is returned until the scope ends.
    func receipt(of scope: Int32) -> ReceiptStorage {
        requireInfo(of: scope)
        if let receipt = scopeInfo[scope].receipt { return receipt }
        let receipt = ReceiptStorage(loop.posted, scope: scope)
        scopeInfo[scope].receipt = receipt
        return receipt
    }

    private func hasReceipt(_ scope: Int32) -> Bool { scope < scopeInfo.count && scopeInfo[scope].receipt != nil }

    /// Ends a scope in which everything has ended: ends its receipt, and passes its error to the outer scope.
    func end(scope: Int32) {
        let parent = machine.parent(of: scope)
        let info = takeInfo(of: scope)
        let error = machine.hasFailed(scope: scope) ? info?.error ?? CancellationError() : nil
        if let error, parent != 0, !machine.ignoresFailure(of: scope) { note(error, of: parent) }
        info?.receipt?.finish(error)
        machine.close(scope)
    }

    // MARK: Errors

    /// Fails a scope. Its receipt throws the first error.
    package func fail(_ scope: Int32, _ error: any Error) {
        let scope = requireScope(scope)
        machine.fail(scope)
        note(error, of: scope)
    }

    /// Reports a fault, and fails a scope with it.
    package func fail(_ scope: Int32, reporting fault: Fault) {
        observers.report(fault)
        fail(scope, fault)
    }

    /// Stores the error of a scope, unless it has one.
    func note(_ error: any Error, of scope: Int32) {
        requireInfo(of: scope)
        if scopeInfo[scope].error == nil { scopeInfo[scope].error = error }
    }

    private func requireInfo(of scope: Int32) {
        while scopeInfo.count <= scope { scopeInfo.append(ScopeInfo()) }
    }

    /// Removes and returns the data of a scope that ends.
    func takeInfo(of scope: Int32) -> ScopeInfo? {
        guard scope < scopeInfo.count else { return nil }
        defer { scopeInfo[scope] = ScopeInfo() }
        return scopeInfo[scope]
    }
}
