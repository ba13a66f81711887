/// The stores, the handlers and the listeners of an engine, and the stores that reduce the message of a turn.
///
/// Exclusivity checks are off, because a check costs more than the access. Safe: only the engine's actor uses the registrations, and
/// no access runs other code.
package final class Registrations {
    /// The handlers, by the types of their commands.
    @exclusivity(unchecked) package internal(set) var handlers = TypeTable<HandlerRegistration>()
    /// The listeners, by the types of the messages.
    @exclusivity(unchecked) package internal(set) var listeners = TypeTable<Listeners>()
    private(set) var lastNumber: UInt64 = 0
    /// The stores. The number of a store in the machine is the index.
    @exclusivity(unchecked) private var stores = Pool<StoreCore?>()
    /// The functions for stores, by the types of their reducers.
    private var functions = TypeTable<StoreFunctions>()
    /// The stores that have reduced the message of this turn, in order. Safe without retaining them: ``retired`` retains the stores
    /// that are released during the turn.
    @exclusivity(unchecked) private var touched = Pool<Unmanaged<StoreCore>>()
    /// The stores that were released during the turn. They are retained until it is over.
    private var retired = Pool<StoreCore>()

    init() {}

    /// Returns the number of a new registration or store. Later numbers are higher.
    func takeNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Lets later numbers be higher than `number`.
    func skipNumbers(upTo number: UInt64) { lastNumber = max(lastNumber, number) }

    // MARK: Stores

    /// Returns the functions for stores of a reducer type: those of an earlier store, or `new`.
    func functions(of reducer: ObjectIdentifier, _ new: () -> StoreFunctions) -> StoreFunctions {
        if let known = functions[reducer] { return known }
        let new = new()
        functions[reducer] = new
        return new
    }

    func insert(_ store: StoreCore) {
        while stores.count <= store.machineNumber { stores.append(nil) }
        stores[store.machineNumber] = store
    }

    /// Removes a store that was released.
    ///
    /// - Parameter keepsUntilTurnEnds: Whether a turn is under way, which may still use the store.
    func remove(_ store: StoreCore, keepsUntilTurnEnds: Bool) {
        stores[store.machineNumber] = nil
        if keepsUntilTurnEnds { retired.append(store) }
    }

    /// Releases the stores that were kept until the end of the turn.
    func releaseRetired() { while retired.popLast() != nil {} }

    /// Returns the store with a number of the machine; `nil` if it was released.
    func store(_ machineNumber: Int32) -> StoreCore? { stores[machineNumber] }

    /// Whether the store is registered, and was not released.
    func isOpen(_ store: StoreCore) -> Bool {
        stores.count > store.machineNumber && stores[store.machineNumber] === store
    }

    /// The stores, in the order of their creation.
    var storesInOrder: [StoreCore] {
        (0..<stores.count).compactMap { stores[$0] }.sorted { $0.id.number < $1.id.number }
    }

    // MARK: The stores of a turn

    /// Notes that a store reduces the message of the turn.
    func touch(_ store: StoreCore) {
        if store.isTouched { return }
        store.isTouched = true
        touched.append(.passUnretained(store))
    }

    /// Notifies the observers of the stores that have reduced the message.
    func notifyTouched() {
        for index in 0..<touched.count { touched[index]._withUnsafeGuaranteedRef { $0.notifyObservers() } }
    }

    /// Calls `body` with each store that has reduced the message. The message then has no stores.
    func takeTouched(_ body: (StoreCore) -> Void) {
        if touched.isEmpty { return }
        for index in 0..<touched.count {
            touched[index]._withUnsafeGuaranteedRef { store in
                body(store)
                store.isTouched = false
            }
        }
        touched.removeAll()
    }
}
