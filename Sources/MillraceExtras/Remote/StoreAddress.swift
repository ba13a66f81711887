/// The names of a store in a storage. They stay the same after a restart.
package struct StoreAddress: Hashable, Sendable {
    /// Distinguishes the storage from others of the process.
    package let storage: ObjectIdentifier
    /// The name of the engine.
    package let engine: String
    /// The name of the store in its engine.
    package let store: String

    package init(storage: ObjectIdentifier, engine: String, store: String) {
        (self.storage, self.engine, self.store) = (storage, engine, store)
    }
}
