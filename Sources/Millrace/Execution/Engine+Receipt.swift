extension Engine {
    /// Opens the receipt of a message alone, in the scope of the message.
    func openReceipt(of turn: Turn) -> ReceiptStorage {
        turn.ownScope = machine.openScope(parent: requireScope(turn.scope))
        if let holder = chain.held[turn.id]?.holder { machine.narrow(holder, to: turn.ownScope) }
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
        let receipt = ReceiptStorage(posted, scope: scope)
        scopeInfo[scope].receipt = receipt
        return receipt
    }

    /// Whether a receipt of the scope was created.
    func hasReceipt(_ scope: Int32) -> Bool { scope < scopeInfo.count && scopeInfo[scope].receipt != nil }

    /// Cancels the scope of a receipt.
    func cancel(_ receipt: ReceiptStorage) {
        guard let scope = receipt.scope else { return }
        machine.cancel(scope: scope)
        performSteps()
    }

    /// Ends a scope in which everything has ended: ends its receipt, and passes its error to the outer scope.
    func end(_ scope: Int32) {
        let parent = machine.parent(of: scope)
        let info = takeInfo(of: scope)
        let error = machine.hasFailed(scope: scope) ? info?.error ?? CancellationError() : nil
        if let error, parent != 0, !machine.ignoresFailure(of: scope) { note(error, of: parent) }
        info?.receipt?.finish(error)
        machine.close(scope)
    }
}

extension Message {
    /// The receipt of this message alone. It is complete when everything that the message caused has ended.
    ///
    /// Read this property while middleware decides about the message or holds it. A receipt that is first read later has
    /// already ended.
    public var receipt: Receipt {
        guard let turn = (content.original ?? content) as? Turn, let engine = turn.posted.engine else {
            return .finished
        }
        return turn.receipt { engine.openReceipt(of: $0) }
    }
}
