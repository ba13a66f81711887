#if SQLite || App
    /// A change of the form of stored values.
    ///
    /// ```swift
    /// let currency = DurableMigration("orders have a currency") { changes in
    ///     try changes.elements(of: "orders", "orders", from: OldOrder.self) { Order($0, currency: "EUR") }
    /// }
    /// let storage = try await DurableStorage(sqlite: "shop.sqlite", migrations: [currency])
    /// ```
    /// A storage applies each migration once, in the order of the list, when it is opened. All of them are one transaction: if one throws,
    /// nothing has changed. Keep the types of the old form as long as the migration. A file to which a program has applied a migration is
    /// refused by a program without it.
    public struct DurableMigration: Sendable {
        let name: String
        let change: @Sendable (inout DurableChanges) throws -> Void

        /// Creates a migration.
        ///
        /// - Parameters:
        ///   - name: The name, which is stored. It never changes.
        ///   - change: Changes the stored values. Called while the storage is opened, on no particular actor.
        public init(_ name: String, _ change: @escaping @Sendable (inout DurableChanges) throws -> Void) {
            (self.name, self.change) = (name, change)
        }

        /// Applies the migrations that are new to the engines. Removes the engines that stay as they were, because a value of a scene was
        /// refused.
        ///
        /// - Parameter applied: The names of those that were applied; `nil` for a new storage, which needs none.
        static func apply(
            _ migrations: [DurableMigration], after applied: [String]?, to engines: inout [String: StoredEngine]
        ) throws(DurableError) {
            var changes = DurableChanges(engines: engines)
            for migration in migrations where applied?.contains(migration.name) == false {
                do { try migration.change(&changes) } catch {
                    throw .migration(name: migration.name, reason: "\(error)")
                }
            }
            engines = changes.engines.filter { !changes.unchanged.contains($0.key) }
        }
    }
#endif
