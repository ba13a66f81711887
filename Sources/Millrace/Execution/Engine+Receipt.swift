extension Engine {
    /// The receipt of a scope, the same one until the scope has ended.
    func receipt(of scope: Int32) -> ReceiptStorage {
        requireInfo(of: scope)
        if let receipt = scopeInfo[scope].receipt { return receipt }
        let receipt = ReceiptStorage(posted, scope: scope)
        scopeInfo[scope].receipt = receipt
        return receipt
    }

    /// Whether a scope has a receipt.
    func hasReceipt(_ scope: Int32) -> Bool { scope < scopeInfo.count && scopeInfo[scope].receipt != nil }

    /// The turn of a cancelled receipt.
    func cancel(_ receipt: ReceiptStorage) {
        guard let scope = receipt.scope else { return }
        machine.cancel(scope: scope)
        performSteps()
    }
}
