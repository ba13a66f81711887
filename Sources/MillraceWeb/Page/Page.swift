import MillraceModules
import Millrace

/// A navigator's host that draws it as a page for one or several browsers, and handles their input.
///
/// It belongs to the navigator's actor. It draws only when a browser can receive changes.
final class Page {
    /// The ID of the session. A sign-in changes it.
    var id: String
    /// Whether several browsers share the page. Then each browser must receive what another one typed.
    let isShared: Bool
    /// The built-in texts.
    let texts: PageTexts
    /// The navigator, which the session retains. `nil` after its release.
    private(set) weak var navigator: Navigator?
    private var attachment: Subscription?
    var views: [Navigator.Scene.ID: SceneView] = [:]
    /// The element tree that the browsers have been sent.
    private(set) var drawn = HTMLElement(.div)
    /// The kept part of a tree that was discarded while no browser was connected. `nil` if the tree exists.
    private var discarded: DiscardedTree?
    /// The last sequence number at which the page counts as large because it was large before.
    var largeUntil = -1
    /// Measures the work on the page.
    let clock: WorkClock
    /// Whether work is being measured.
    var isMeasured = false
    /// The loops with rows that are not compact yet.
    private var drawnRows: [HTMLRows] = []
    /// Counts the tasks that are resumed at the same time, also those of other pages of the actor.
    let wakeups = Wakeups.current ?? Wakeups()
    /// The size of all views.
    let size: PageSize
    private(set) var isOutdated = true
    /// Whether a scene was added since the URL was last compared.
    var hasNewScene = false
    var references = ControlReferences()
    private(set) var templates = Templates()
    private var title = ""
    var history = BrowserHistory()
    var log = PatchLog()
    var browsers: [Int: BrowserConnection] = [:]
    var lastBrowser = 0
    var clients: [String: ClientRecord] = [:]
    /// The last form that was sent without the script, and the sequence number of its document.
    var lastForm: (number: Int, reference: ControlReference?)?
    /// The effects of the last form, and the effects of all forms.
    var formEffects = EffectCounter()
    let allFormEffects = EffectCounter()
    /// The receipts of the current request, if a document waits for its effects.
    var startedReceipts: [Receipt]?
    /// The scenes that a sheet covers, each with the sequence number since which it does.
    var covered: [Navigator.Scene.ID: Int] = [:]
    /// Whether the page has reported that it has too many scenes.
    var hasReportedScenes = false
    /// The files that browsers have announced.
    var uploads = PageUploads()
    /// The number of changes so far.
    private(set) var changes = 0
    /// Stores the page; `nil` if it ends with the process.
    let storage: (any PageStorage)?
    /// The sequence number before the first one: a random number for a page that is stored. So the numbers differ from those of other
    /// processes, whose controls are unknown here.
    let firstSequence: Int
    /// Whether the page continues one of an earlier process.
    private(set) var isRestored = false
    /// The history of an earlier process, until the page is drawn.
    var restoredHistory: BrowserHistory?
    /// A message for the next browser that connects; `nil` for none.
    var notice: String?
    /// The text about the storage that browsers show; empty while it works.
    var storageText = ""
    /// Whether the stored record says that something is under way that ends with the process.
    var hadTransientWork = false

    /// Creates a page and attaches it to the navigator. It is drawn at the first request, which often shows another URL.
    ///
    /// - Parameters:
    ///   - storage: Stores the page. Defaults to `nil`: it ends with the process.
    ///   - clock: Measures the work on the page. Defaults to the system's clock.
    init(
        _ navigator: Navigator, id: String, isShared: Bool, storage: (any PageStorage)? = nil,
        limits: PageLimits = .current, texts: PageTexts = .current, clock: WorkClock = .system
    ) {
        (self.texts, self.clock, self.storage) = (texts, clock, storage)
        firstSequence = storage == nil ? 0 : .random(in: 1..<1 << 40)
        (self.id, self.isShared, self.navigator, size) = (id, isShared, navigator, PageSize(limits, texts))
        log.restart(at: firstSequence)
        if let stored = storage?.stored, !stored.isEmpty {
            isRestored = true
            restore(PageRecord(stored))
        }
        attachment = navigator.attach(self)
    }

    /// The sequence number of the drawn page.
    var sequence: Int { log.sequence }

    /// Ends the page: cancels its subscription, removes its scenes and disconnects the browsers.
    func end() {
        attachment?.cancel()
        (navigator, attachment) = (nil, nil)
        views = [:]
        uploads.end()
        for browser in browsers.values {
            browser.isDisconnected = true
            browser.wake()
            browser.endStorageWait(false)
        }
        browsers = [:]
    }

    /// Whether the navigator has been released or its engine was shut down.
    var hasEnded: Bool { navigator == nil }

    // MARK: Drawing

    /// Draws the changes, if the page is outdated.
    func draw() {
        guard isOutdated else { return }
        measured {
            drawRows()
            finishDrawing()
        }
    }

    /// Makes the drawn rows compact, and records whether the page is large.
    private func finishDrawing() {
        compactRows()
        // The exact size takes a while. A smaller tree cannot make the page large.
        if size.nodes > Self.largeTree || size.nodes * 500 + size.bytes > Self.largeMemory / 2 { recordSize() }
    }

    /// Makes rows compact whose elements are no longer needed.
    private func compactRows() {
        if drawnRows.isEmpty { return }
        for rows in drawnRows { rows.compact(&references) }
        drawnRows = []
        references.releaseMemory()
    }

    /// Draws the changes. The drawn rows are not compact yet.
    private func drawRows() {
        guard isOutdated else { return }
        isOutdated = false
        for view in views.values { view.refresh() }
        let window = navigator.map { WindowView($0.tree, views, texts) }
        updateCovered(window?.coveredScenes ?? [])
        let new = window?.page ?? HTMLElement(.div, [HTMLAttribute("id", "m-page")])
        // The two properties are emptied during the diff, so that it can change their storage without a copy.
        var diff = TreeDiff(sequence: sequence + 1, references: references, templates: templates)
        (references, templates) = (ControlReferences(), Templates())
        var isKnown = true
        if let discarded = discarded.take() {
            isKnown = diff.restore(new, discarded)
        } else if sequence == firstSequence {
            diff.drawFirst(new)
            history = restoredHistory.take() ?? initialHistory
            // The process may have ended after a scene was stored, and before this page was drawn with it.
            history.update(url, windowScenes, hasNewScene: true)
        } else {
            diff.change(drawn, to: new)
        }
        (references, templates, drawn) = (diff.references, diff.templates, new)
        drawnRows += diff.drawnRows
        // This also limits the removed controls of a page without connected browsers.
        removeRetired(upTo: 0)
        if !isKnown { log.restart() }
        appendPatch(diff.operations.text)
    }

    /// Deletes the removed controls that no browser shows, where each browser shows `shown` or a later page, and those that were
    /// removed many changes ago. Their actions can need much memory.
    func removeRetired(upTo shown: Int) {
        references.removeRetired(upTo: max(shown, sequence - PatchLog.maxEntries))
    }

    /// Appends the changes to the log.
    private func appendPatch(_ operations: String) {
        var patch = JSONWriter()
        if !operations.isEmpty, sequence > firstSequence { patch.raw("\"o\":[\(operations)]") }
        let title = navigator?.tree.top.flatMap { views[$0.id]?.title } ?? ""
        if title != self.title {
            self.title = title
            patch.separate()
            patch.raw("\"title\":")
            patch.string(title)
        }
        if sequence > firstSequence, let step = history.follow(url, windowScenes, hasNewScene: hasNewScene) {
            patch.separate()
            patch.raw("\"l\":\(step.json)")
            storeHistory()
        }
        hasNewScene = false
        if !patch.text.isEmpty || sequence == firstSequence { log.append(patch.text) }
        trimLog()
    }

    /// Marks the page as outdated, and resumes the tasks that wait for a frame.
    func setNeedsDraw() {
        isOutdated = true
        changes += 1
        for browser in browsers.values { browser.wake() }
    }

    /// Marks a scene as outdated, because its state may differ from what a browser shows.
    func invalidate(_ scene: Navigator.Scene.ID) {
        views[scene]?.isOutdated = true
        setNeedsDraw()
    }

    /// The largest tree in bytes that a page keeps while no browser is connected.
    static let maxIdleTree = 128_000

    /// Discards a large tree if no browser is connected. It is drawn again for the next browser or form. A browser that connects again
    /// soon needs only the changes, which the log contains.
    func discardTree() {
        guard browsers.isEmpty, discarded == nil, !hasEnded, treeMemory > Self.maxIdleTree else { return }
        measured(discardNow)
    }

    private func discardNow() {
        recordSize()
        discarded = DiscardedTree(drawn)
        references.restoreAll()
        drawn = HTMLElement(.div)
        for view in views.values { view.discard() }
        isOutdated = true
    }

    // MARK: Content

    /// Returns the content of a document that shows the current page.
    ///
    /// After the end of the page, the document shows what was drawn last.
    func content(isFound: Bool = true, message: String? = nil) -> PageContent {
        measured { newContent(isFound, message) }
    }

    private func newContent(_ isFound: Bool, _ message: String?) -> PageContent {
        defer { finishDrawing() }
        if !hasEnded { drawRows() }
        // Each document gets its own sequence number, which identifies its forms.
        log.append("")
        var writer = HTMLWriter(action: "\(size.limits.mountPath)/millrace/send?s=\(id)&q=\(sequence)")
        for node in drawn.children { writer.write(node) }
        return PageContent(
            title: title, html: writer.sourceWithUniqueIDs, sequence: sequence, checksum: writer.checksum.value,
            url: url,
            trail: browsers.isEmpty && !isShared ? history.trail : [], isFound: isFound,
            isMissing: views.values.contains { !$0.isFound }, hasControls: !references.isEmpty,
            styles: writer.styles, message: message)
    }

    /// The different style declarations of the elements.
    var styles: [String] {
        measured {
            drawRows()
            defer { finishDrawing() }
            var writer = HTMLWriter()
            for node in drawn.children { writer.write(node) }
            return writer.styles
        }
    }

    /// Returns the whole page as JSON, for a browser that needs all of it.
    func fullPage() -> String {
        var json = JSONWriter()
        var newDefinitions: [String] = []
        for node in drawn.children {
            json.separate()
            templates.write(node, to: &json, newDefinitions: &newDefinitions)
        }
        return "\"full\":[\(json.text)],\"title\":\(JSONWriter.quoted(title)),\"l\":\(history.json)"
    }
}

extension Page: Navigator.Host {
    func draw(_ changes: [SceneChange], of navigator: Navigator) {
        for change in changes {
            switch change {
            case .added(let scene):
                hasNewScene = true
                views[scene.id] = .of(scene, in: navigator, size) { [weak self] in self?.setNeedsDraw() }
            case .removed(let id): views.removeValue(forKey: id)?.discard()
            }
        }
        if !changes.isEmpty { setNeedsDraw() }
    }

    func navigatorEnded() {
        (views, navigator) = ([:], nil)
        uploads.end()
        setNeedsDraw()
    }
}
