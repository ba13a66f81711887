// The memory of a page, and the time of the work on it.
extension Page {
    /// The memory of the drawn tree in bytes, as an estimate.
    var treeMemory: Int {
        references.loops.reduce(size.nodes * 500 + size.bytes) { memory, rows in
            memory - rows.compactNodes * 500 - rows.compactBytes + rows.count * 150
        }
    }

    /// The memory of the page in bytes, as an estimate: the tree, the controls, the last changes, the templates, the history and the
    /// pending frames.
    var memory: Int {
        let own =
            20_000 + treeMemory + references.entryCount * 400 + log.bytes + templates.bytes + history.memory
            + uploads.memory
        return browsers.values.reduce(own) { $0 + $1.memory }
    }

    /// The memory in bytes above which a page is large.
    static let largeMemory = 1_000_000
    /// The number of nodes above which a page is large.
    static let largeTree = 5_000

    /// For how many changes and documents a page that was large counts as large. The next one can make it large again.
    static let changesAfterLarge = 16

    /// The load of the page on its server.
    var load: PageLoad {
        let memory = memory
        return PageLoad(
            memory: memory, isLarge: sequence <= largeUntil || isLarge(memory), written: storage?.writtenBytes ?? 0)
    }

    /// Whether the page is large now. Rows that are compact take little memory, but all of them are drawn when their order changes. A
    /// scene that exceeds a limit shows only a message, but is evaluated up to the limit.
    private func isLarge(_ memory: Int) -> Bool {
        memory > Self.largeMemory || views.values.reduce(0) { $0 + $1.evaluated.nodes } > Self.largeTree
    }

    /// Counts the page as large for the next changes and documents, if it is large now.
    func recordSize() { if size.nodes > Self.largeTree || isLarge(memory) { recordLarge() } }

    private func recordLarge() { largeUntil = sequence + Self.changesAfterLarge }

    /// The duration above which work on a page is long.
    static let longWork = Duration.milliseconds(20)

    /// Runs work, and adds its time to that of the current task. Counts the page as large for the next changes and documents if the
    /// work was long. The size of the page does not matter: each of its few rows can take a while. Work within other work is part of
    /// it.
    func measured<Result>(_ work: () -> Result) -> Result {
        if isMeasured { return work() }
        let start = clock.now
        isMeasured = true
        defer {
            isMeasured = false
            let time = clock.now - start
            PageTime.current?.add(time)
            recordWork(time)
        }
        return work()
    }

    /// Counts the page as large for the next changes and documents if this duration of work on it was long.
    func recordWork(_ time: Duration) { if time > Self.longWork { recordLarge() } }
}
