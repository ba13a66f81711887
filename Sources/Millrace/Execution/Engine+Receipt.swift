extension Engine {
    /// The receipt of a scope, the same one until the scope has ended.
    func receipt(of scope: Int32) -> ReceiptStorage {
        if let receipt = scopeInfo[scope]?.receipt { return receipt }
        let receipt = ReceiptStorage(posted, scope: scope)
        scopeInfo[scope, default: ScopeInfo()].receipt = receipt
        return receipt
    }

    /// The turn of a cancelled receipt.
    func cancel(_ receipt: ReceiptStorage) {
        guard let scope = receipt.scope else { return }
        machine.cancel(scope: scope)
        performSteps()
    }
}
