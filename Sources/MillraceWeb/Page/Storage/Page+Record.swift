import Millrace
import MillraceModules

// The part of a page that is stored beside its scenes.
extension Page {
    /// The record of the page.
    var record: PageRecord {
        var record = PageRecord()
        record.inputs = clients.compactMapValues { $0.last > 0 ? $0.last : nil }
        record.refusals = clients.mapValues(\.refusals).filter { !$0.value.isEmpty }
        // The session may go on before the page is drawn for its browser.
        let history = restoredHistory ?? history
        record.entries = history.entries.sorted { $0.key < $1.key }.map {
            PageRecord.Entry(index: $0.key, url: $0.value.url, scenes: $0.value.scenes)
        }
        record.index = history.index
        record.hasTransientWork = hasTransientWork || notice != nil
        return record
    }

    /// Whether something is under way that ends with the process: a question, a held message, or a file.
    private var hasTransientWork: Bool {
        if storage?.hasTransientWork == true || uploads.isTransferring { return true }
        return navigator?.tree.scenes.contains { $0.presenter == nil && $0.position != .root } == true
    }

    /// Continues a page of an earlier process.
    func restore(_ record: PageRecord) {
        for (client, number) in record.inputs {
            clients[client] = ClientRecord(last: number, record.refusals[client] ?? [:])
        }
        restoredHistory = BrowserHistory(record)
        notice = record.hasTransientWork ? texts[.interrupted] : nil
    }

    /// Whether a browser shows a page of an earlier process, so that it does not know the controls.
    func isOtherProcess(_ sequence: Int) -> Bool { firstSequence > 0 && !(firstSequence...self.sequence ~= sequence) }

    /// Stores the page from now on, or what has changed of its session.
    func store(_ session: SessionRecord) {
        hadTransientWork = hasTransientWork
        storage?.store(session)
    }

    /// Stores the record with a change of the history, which the page makes when it is drawn, after the turns that have caused it.
    func storeHistory() { if let storage, storage.isStoring { storage.storeRecord() } }

    /// Stores the record if something has begun or ended that ends with the process.
    func noteTransientWork() {
        guard let storage, storage.isStoring, hasTransientWork != hadTransientWork else { return }
        hadTransientWork = hasTransientWork
        storage.storeRecord()
    }
}
