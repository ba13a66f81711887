import MillraceModules
import Foundation
import Millrace

// The URL of the page, and the history of the browser.
extension Page {
    /// The URL of the current scenes: the path, without the origin.
    var url: String {
        guard let navigator else { return "/" }
        return url(of: SceneStacks(navigator.tree).window.map(\.id))
    }

    /// The scenes of the window and its sheets, from the bottom.
    var windowScenes: [Navigator.Scene.ID] {
        navigator.map { SceneStacks($0.tree).window.map(\.id) } ?? []
    }

    /// The history of a browser that opens the page. It has an entry for each of the last scenes of the window and its sheets.
    ///
    /// Browsers that share a page begin with one entry, because each has been at other URLs before.
    var initialHistory: BrowserHistory {
        let scenes = windowScenes
        if isShared { return BrowserHistory(url: url, scenes: scenes) }
        return BrowserHistory(
            scenes.indices.suffix(20).map { index in
                let below = Array(scenes[...index])
                return BrowserHistory.Entry(url: url(of: below), scenes: below)
            })
    }

    private func url(of scenes: [Navigator.Scene.ID]) -> String {
        let paths = scenes.compactMap { views[$0]?.currentPath }.map { WebPath($0) }
        // A leading part is never empty: two leading slashes would refer to another host.
        return "/" + WebPath(parts: paths.flatMap(\.parts)[...], query: paths.flatMap(\.query)).description
    }

    /// Opens a requested URL. The page's history starts there. Returns whether the URL exists.
    func show(_ url: String) -> Bool {
        measured {
            let isFound = navigate(to: url)
            draw()
            history = initialHistory
            return isFound
        }
    }

    /// Navigates to a URL with the transitions that the modules return. Returns whether the whole path was consumed.
    @discardableResult
    private func navigate(to url: String) -> Bool {
        guard let navigator else { return false }
        var path = WebPath(url)
        let target = path
        while path.removePrefix(WebPath(self.url), target) == false, let id = topDismissible {
            let before = navigator.tree
            requestDismissal(id)
            if navigator.tree == before { break }
        }
        defer { show(query: path, of: target) }
        // The limit ends a loop of transitions. It is more than any URL needs.
        for _ in 0..<32 {
            if WebPath(self.url).parts == target.parts { return true }
            let before = (navigator.tree, path)
            guard let (transition, id) = transition(to: &path) else { break }
            if let receipt = navigator.follow(transition, from: id) { startedReceipts?.append(receipt) }
            // A transition has taken the whole path, so its scenes are shown, even if their URL differs. Another transition could
            // replace them.
            if path.isEmpty, !before.1.isEmpty { return true }
            if navigator.tree == before.0, path == before.1 { break }
        }
        return path.isEmpty
    }

    /// Shows the parameters that no transition has taken in the scenes, unless the page already has the target's query.
    private func show(query path: WebPath, of target: WebPath) {
        if WebPath(url) == WebPath(parts: WebPath(url).parts, query: target.query) { return }
        var rest = path
        for (_, view) in views.sorted(by: { $0.key > $1.key }) {
            if let receipt = view.show(query: &rest) { startedReceipts?.append(receipt) }
        }
    }

    /// Returns a transition for the path from the newest scene that has one.
    private func transition(to path: inout WebPath) -> (Any, Navigator.Scene.ID)? {
        for (id, view) in views.sorted(by: { $0.key > $1.key }) {
            if let transition = view.transition(to: &path) { return (transition, id) }
        }
        return nil
    }

    // MARK: Dismissing scenes

    /// The scene that the user can dismiss: the top of the topmost sheet, or of the window's stack if there is no
    /// sheet.
    private var topDismissible: Navigator.Scene.ID? {
        guard let navigator else { return nil }
        let stacks = SceneStacks(navigator.tree)
        if let top = stacks.modals.last { return top.last?.id }
        return stacks.root.count > 1 ? stacks.root.last?.id : nil
    }

    /// Dismisses a scene at the user's request. The removed scenes are stored, so that going forward restores them.
    ///
    /// - Parameter wholeSheet: Whether to dismiss the whole sheet that contains the scene.
    func dismiss(_ id: Navigator.Scene.ID, wholeSheet: Bool = false) -> Outcome {
        guard let navigator, let scene = navigator.tree[id] else { return .unavailable }
        let sheet = SceneStacks(navigator.tree).modals.first { $0.contains { $0.id == id } }?.first?.id
        let branch = navigator.branch([wholeSheet ? sheet ?? id : outermostScene(of: scene)])
        let (index, sizes) = (history.index, viewSizes)
        let before = navigator.tree
        if wholeSheet { send(.dismiss(id)) } else { requestDismissal(id) }
        if navigator.tree != before { store(branch, of: sizes, at: index) }
        setNeedsDraw()
        return .accepted
    }

    /// The sizes of the views in bytes.
    private var viewSizes: [Navigator.Scene.ID: Int] { views.mapValues(\.evaluated.bytes) }

    /// Stores removed scenes, to restore them when the browser goes forward. Their size is that of the views that no longer exist.
    private func store(_ branch: StoredTree, of sizes: [Navigator.Scene.ID: Int], at index: Int) {
        let bytes = sizes.reduce(0) { views[$1.key] == nil ? $0 + $1.value : $0 }
        history.setBranch(BrowserHistory.Branch(tree: branch, bytes: bytes), at: index)
    }

    private func requestDismissal(_ id: Navigator.Scene.ID) {
        guard let scene = navigator?.tree[id] else { return }
        if case .above = scene.position {
            send(.back(from: id))
        } else {
            send(.dismiss(id))
        }
    }

    private func send(_ request: Navigator.Request) {
        if let receipt = navigator?.request(request) { startedReceipts?.append(receipt) }
    }

    /// Returns the scene that a dismissal removes. For an embedded scene, this is the outermost scene that contains it.
    private func outermostScene(of scene: Navigator.Scene) -> Navigator.Scene.ID {
        guard case .place(_, let host) = scene.position, let host = navigator?.tree[host] else { return scene.id }
        return outermostScene(of: host)
    }

    // MARK: Back and forward

    /// Follows the browser to another entry of its history, unless a module refuses.
    ///
    /// - Parameters:
    ///   - entry: The number of the entry. An unknown number is an entry from before the page.
    ///   - url: The URL of the entry.
    func go(to entry: Int, _ url: String) {
        draw()
        let index = history.index(of: entry, url)
        let target = history.entries[index] ?? .init(url: url, scenes: [])
        if index < history.index {
            goBack(to: target)
        } else if index > history.index {
            goForward(to: index, target.url)
        }
        let hasReachedTarget = isShown(target) || index > history.index && hasPath(of: target.url)
        if hasReachedTarget {
            history.move(to: index, self.url, windowScenes)
        } else {
            history.update(self.url, windowScenes, hasNewScene: hasNewScene)
        }
        hasNewScene = false
        setNeedsDraw()
        draw()
        // This is sent even if nothing was drawn, because the browser already shows the URL of the other entry.
        if hasReachedTarget { log.append("\"l\":\(history.json)") } else { returnToCurrentEntry() }
        storeHistory()
    }

    /// Brings the browser back to the current entry, after it went to another one.
    func returnToCurrentEntry() { log.append("\"l\":\(history.goingBack().json)") }

    /// Whether the page shows an entry: its scenes, or its path if they no longer exist.
    private func isShown(_ entry: BrowserHistory.Entry) -> Bool {
        exists(entry) ? windowScenes == entry.scenes : hasPath(of: entry.url)
    }

    /// Whether the scenes of an entry are known and still exist.
    private func exists(_ entry: BrowserHistory.Entry) -> Bool {
        !entry.scenes.isEmpty && entry.scenes.allSatisfy { navigator?.tree[$0] != nil }
    }

    private func hasPath(of url: String) -> Bool { WebPath(self.url).parts == WebPath(url).parts }

    private func goBack(to target: BrowserHistory.Entry) {
        guard let navigator else { return }
        let (old, sizes) = (history.index, viewSizes)
        let branch = navigator.branch(scenesAbove(target))
        while !isShown(target), let id = topDismissible {
            let before = navigator.tree
            requestDismissal(id)
            // The request was refused or is held, so there is nothing to restore later.
            if navigator.tree == before { return }
        }
        if !exists(target) { navigate(to: target.url) }
        if !branch.isEmpty { store(branch, of: sizes, at: old) }
    }

    /// Returns the scenes to remove, from the top, until the page shows the entry.
    private func scenesAbove(_ target: BrowserHistory.Entry) -> [Navigator.Scene.ID] {
        guard let navigator else { return [] }
        let stacks = SceneStacks(navigator.tree)
        var rest = windowScenes
        var removed: [Navigator.Scene.ID] = []
        while let scene = rest.last, rest.count > 1 || stacks.root.isEmpty {
            let isReached =
                exists(target) ? rest == target.scenes : WebPath(url(of: rest)).parts == WebPath(target.url).parts
            if isReached { break }
            removed.append(scene)
            rest.removeLast()
        }
        return removed
    }

    private func goForward(to index: Int, _ target: String) {
        if let branch = history.entries[index]?.branch { navigator?.request(.restore(branch.tree)) }
        if WebPath(url) != WebPath(target) { navigate(to: target) }
    }
}
