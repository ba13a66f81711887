#if SQLite || App
    import Millrace

    /// The record of a session's page, which is stored with the turns of its engine.
    final class DurablePage {
        /// The name in the storage under which it is stored.
        static let name = "#page"

        /// Returns the record of the page.
        private let record: () -> [UInt8]
        /// The record that was collected last.
        private var collected: [UInt8]
        /// Whether the record is stored although no turn has changed anything.
        var isDue = false

        init(_ stored: [UInt8], _ record: @escaping () -> [UInt8]) { (collected, self.record) = (stored, record) }

        /// Adds the record to a batch, if it has changed, and if something else is stored or it is due.
        func collect(into batch: inout StoredBatch) {
            guard isDue || !batch.isEmpty else { return }
            isDue = false
            let record = record()
            if record == collected { return }
            collected = record
            batch.values[StoredID(store: Self.name)] = .some(StoredValue(record))
        }
    }
#endif
