import MillraceModules
import Foundation
import Millrace

// The URL of the page, and the history of the browser.
extension Page {
    /// The URL of the current scenes: the path, without the origin.
    var url: String {
        guard let navigator else { return "/" }
        let stacks = SceneStacks(navigator.tree)
        let parts = (stacks.root + stacks.modals.joined()).compactMap { views[$0.id]?.currentPath }
        // Two leading slashes would refer to another host.
        let plain = parts.flatMap { $0.split(separator: "/") }.joined(separator: "/")
        return "/" + (plain.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? plain)
    }

    /// Opens a requested URL. The page's history starts there.
    func open(_ url: String) -> PageContent {
        let isFound = navigate(to: url)
        draw()
        history = BrowserHistory(url: self.url)
        return content(isFound: isFound)
    }

    /// Navigates to a URL with the transitions that the modules return. Returns whether the whole path was consumed.
    @discardableResult
    private func navigate(to url: String) -> Bool {
        guard let navigator else { return false }
        var path = WebPath(url)
        let target = path
        if WebPath(self.url) == target { return true }
        while path.removePrefix(WebPath(self.url), target) == false, let id = topDismissible {
            let before = navigator.tree
            requestDismissal(id)
            if navigator.tree == before { break }
        }
        // The limit ends a loop of transitions. It is more than any URL needs.
        for _ in 0..<32 {
            if WebPath(self.url) == target { return true }
            let before = (navigator.tree, path)
            guard let (transition, id) = transition(to: &path) else { break }
            if let receipt = navigator.follow(transition, from: id) { startedReceipts?.append(receipt) }
            if navigator.tree == before.0, path == before.1 { break }
        }
        return path.isEmpty
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
        let index = history.index
        let before = navigator.tree
        if wholeSheet { send(.dismiss(id)) } else { requestDismissal(id) }
        if navigator.tree != before { history.setBranch(branch, at: index) }
        setNeedsDraw()
        return .accepted
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
        let target = history.entries[index]?.url ?? url
        if index < history.index {
            goBack(to: index, target)
        } else if index > history.index {
            goForward(to: index, target)
        }
        let hasReachedTarget = WebPath(self.url) == WebPath(target)
        if hasReachedTarget {
            history.move(to: index, self.url)
        } else {
            history.update(self.url, hasNewScene: hasNewScene)
        }
        hasNewScene = false
        setNeedsDraw()
        draw()
        // This is sent even if nothing was drawn, because the browser already shows the URL of the other entry.
        log.append("\"l\":\((hasReachedTarget ? history : history.goingBack()).json)")
    }

    private func goBack(to index: Int, _ target: String) {
        guard let navigator else { return }
        let old = history.index
        let branch = navigator.branch(scenesAbove(WebPath(target)))
        while WebPath(url) != WebPath(target), let id = topDismissible {
            let before = navigator.tree
            requestDismissal(id)
            // The request was refused or is held, so there is nothing to restore later.
            if navigator.tree == before {
                return
            }
        }
        if WebPath(url) != WebPath(target), topDismissible == nil { navigate(to: target) }
        if !branch.isEmpty { history.setBranch(branch, at: old) }
    }

    /// Returns the scenes to remove, from the top, until the URL equals the target.
    private func scenesAbove(_ target: WebPath) -> [Navigator.Scene.ID] {
        guard let navigator else { return [] }
        let stacks = SceneStacks(navigator.tree)
        var rest = stacks.root.map { ($0, false) } + stacks.modals.flatMap { layer in layer.map { ($0, true) } }
        var removed: [Navigator.Scene.ID] = []
        while let (scene, isSheet) = rest.last, isSheet || rest.count > 1 {
            let path = rest.compactMap { views[$0.0.id]?.currentPath }.filter { !$0.isEmpty }.joined(separator: "/")
            if WebPath(path) == target { break }
            removed.append(scene.id)
            rest.removeLast()
        }
        return removed
    }

    private func goForward(to index: Int, _ target: String) {
        if let branch = history.entries[index]?.branch { navigator?.request(.restore(branch)) }
        if WebPath(url) != WebPath(target) { navigate(to: target) }
    }
}

extension WebPath {
    /// Sets the path to what follows `url` in the target. Returns `false` if the target does not start with `url`.
    fileprivate mutating func removePrefix(_ url: WebPath, _ target: WebPath) -> Bool {
        var rest = target
        for part in url.description.split(separator: "/") where !rest.take(String(part)) { return false }
        self = rest
        return true
    }
}
