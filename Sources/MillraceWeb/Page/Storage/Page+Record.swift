import Millrace
import MillraceModules

// The part of a page that is stored beside its scenes.
extension Page {
    /// The record of the page.
    var record: PageRecord {
        var record = PageRecord()
        record.inputs = clients.compactMapValues { $0.last > 0 ? $0.last : nil }
        record.entries = history.entries.sorted { $0.key < $1.key }.map {
            PageRecord.Entry(index: $0.key, url: $0.value.url, scenes: $0.value.scenes)
        }
        record.index = history.index
        record.isHolding = isHolding
        return record
    }

    /// Whether something is under way that ends with the process: a question, a held message, or a file.
    private var isHolding: Bool {
        if storage?.isHolding == true || uploads.isTransferring { return true }
        return navigator?.tree.scenes.contains { $0.presenter == nil && $0.position != .root } == true
    }

    /// Continues a page of an earlier process.
    func restore(_ record: PageRecord) {
        for (client, number) in record.inputs { clients[client] = ClientRecord(last: number) }
        // A random number: sequence numbers differ from those of earlier processes, whose controls are unknown here.
        firstSequence = Int.random(in: 1..<1 << 40)
        log.restart(at: firstSequence)
        restoredHistory = BrowserHistory(record)
        notice = record.isHolding ? texts[.interrupted] : nil
    }

    /// Whether a browser shows a page of an earlier process, so that it does not know the controls.
    func isOtherProcess(_ sequence: Int) -> Bool { firstSequence > 0 && !(firstSequence...self.sequence ~= sequence) }

    /// Stores the page from now on, or what has changed of its session.
    func store(_ session: SavedSession) {
        wasHolding = isHolding
        storage?.store(session)
    }

    /// Stores the record if something has begun or ended that ends with the process.
    func noteHolding() {
        guard let storage, storage.isStoring, isHolding != wasHolding else { return }
        wasHolding = isHolding
        storage.storeRecord()
    }
}
