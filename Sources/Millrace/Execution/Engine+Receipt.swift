extension Engine {
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
