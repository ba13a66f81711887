import MillraceModules
import Millrace

/// The host: it draws a navigator as a page, for one browser or for several, and does what persons do with it.
///
/// It lives on the navigator's actor. It draws when a browser can take what has changed, never before.
final class Page {
    /// Names the session.
    let id: String
    /// Whether several browsers show it, so that each has to be sentSequence what another typed.
    let isShared: Bool
    /// `nil` when it has gone: whoever made it keeps it.
    private(set) weak var navigator: Navigator?
    private var attachment: Subscription?
    var views: [Navigator.Scene.ID: SceneView] = [:]
    /// What the browsers have been sentSequence to show.
    private(set) var drawn = HTMLElement(.div)
    private(set) var isOutdated = true
    /// Whether a scene has come since the url was looked at.
    var hasNewScene = false
    var references = ControlReferences()
    private var templates = Templates()
    private var title = ""
    var history = BrowserHistory()
    var log = PatchLog()
    var browsers: [Int: BrowserConnection] = [:]
    var lastBrowser = 0
    var clients: [String: ClientRecord] = [:]
    /// The last form that came without the script, by the document that it stood in.
    var lastForm: (number: Int, reference: String)?
    /// What that has begun, and what all of them have.
    var formEffects = EffectCounter()
    let allFormEffects = EffectCounter()
    /// What is begun now, if a document is to wait for it.
    var startedReceipts: [Receipt]?
    /// Counts what has changed.
    private(set) var changes = 0

    /// A page that draws `navigator`.
    init(_ navigator: Navigator, id: String, isShared: Bool) {
        (self.id, self.isShared, self.navigator) = (id, isShared, navigator)
        attachment = navigator.attach(self)
        draw()
        history = BrowserHistory(url: url)
    }

    /// The number of what is drawn.
    var sequence: Int { log.sequence }

    /// Lets go of all.
    func end() {
        attachment?.cancel()
        (navigator, attachment) = (nil, nil)
        views = [:]
        for browser in browsers.values {
            browser.isDisconnected = true
            browser.wake()
        }
        browsers = [:]
    }

    /// Whether there is nothing any more that could be drawn.
    var hasEnded: Bool { navigator == nil }

    // MARK: Drawing

    /// Draws what has changed, if anything has.
    func draw() {
        guard isOutdated else { return }
        isOutdated = false
        for view in views.values { view.refresh() }
        let window = navigator.map { WindowView($0.tree, views) }
        let new = window?.page ?? HTMLElement(.div, [HTMLAttribute("id", "m-page")])
        // Taken out of the page meanwhile, so that nothing large is copied.
        var diff = TreeDiff(sequence: sequence + 1, references: references, templates: templates)
        (references, templates) = (ControlReferences(), Templates())
        if sequence == 0 { diff.drawFirst(new) } else { diff.change(drawn, to: new) }
        (references, templates, drawn) = (diff.references, diff.templates, new)
        // Also where no browser says what it shows, there may not be too many.
        references.removeRetired(upTo: 0)
        appendPatch(diff.operations.text)
    }

    /// Remembers what has changed, for those who are to be sentSequence.
    private func appendPatch(_ operations: String) {
        var patch = JSONWriter()
        if !operations.isEmpty, sequence > 0 { patch.raw("\"o\":[\(operations)]") }
        let title = navigator?.tree.top.flatMap { views[$0.id]?.title } ?? ""
        if title != self.title {
            self.title = title
            patch.separate()
            patch.raw("\"title\":")
            patch.string(title)
        }
        if sequence > 0, let step = history.follow(url, hasNewScene: hasNewScene) {
            patch.separate()
            patch.raw("\"l\":\(step.json)")
        }
        hasNewScene = false
        if !patch.text.isEmpty || sequence == 0 { log.append(patch.text) }
    }

    /// Something has changed that may have to be drawn.
    func setNeedsDraw() {
        isOutdated = true
        changes += 1
        for browser in browsers.values { browser.wake() }
    }

    /// The state of the scene may not be what a browser shows of it.
    func invalidate(_ scene: Navigator.Scene.ID) {
        views[scene]?.isOutdated = true
        setNeedsDraw()
    }

    // MARK: Telling

    /// What a document should hold for a browser that shows nothing yet.
    func content(isFound: Bool = true, message: String? = nil) -> PageContent {
        draw()
        // A number of its own, so that a form is known by the document that it stood in.
        log.append("")
        var writer = HTMLWriter(action: "/millrace/send?s=\(id)&q=\(sequence)")
        for node in drawn.children { writer.write(node) }
        return PageContent(
            title: title, html: writer.source, sequence: sequence, nodes: writer.nodes, url: url,
            isFound: isFound, message: message)
    }

    /// All that is drawn, as the browser builds it.
    func fullPage() -> String {
        var json = JSONWriter()
        var newDefinitions: [String] = []
        for node in drawn.children {
            json.separate()
            templates.write(node, to: &json, newDefinitions: &newDefinitions)
        }
        return "\"full\":[\(json.text)],\"title\":\(JSONWriter.quoted(title)),\"l\":\(history.json)"
    }

    /// The templates that a browser does not know yet.
    func newTemplates(for browser: BrowserConnection) -> String? {
        let all = templates.definitions
        guard browser.templates < all.count else { return nil }
        defer { browser.templates = all.count }
        return "\"t\":{\(all[browser.templates...].joined(separator: ","))}"
    }
}

extension Page: Navigator.Host {
    func draw(_ changes: [SceneChange], of navigator: Navigator) {
        for change in changes {
            switch change {
            case .began(let scene):
                hasNewScene = true
                views[scene.id] = .of(scene, in: navigator) { [weak self] in self?.setNeedsDraw() }
            case .ended(let id): views[id] = nil
            }
        }
        if !changes.isEmpty { setNeedsDraw() }
    }

    func navigatorEnded() {
        (views, navigator) = ([:], nil)
        setNeedsDraw()
    }
}
