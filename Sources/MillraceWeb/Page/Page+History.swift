import MillraceModules
import Foundation
import Millrace

// The URL of the page, and the history of the browser.
extension Page {
    /// The url of what is shown.
    var url: String {
        guard let navigator else { return "/" }
        let stacks = SceneStacks(navigator.tree)
        let parts = (stacks.root + stacks.modals.joined()).compactMap { views[$0.id]?.currentPath }
        // Two slashes at the beginning would lead to another host.
        let plain = parts.flatMap { $0.split(separator: "/") }.joined(separator: "/")
        return "/" + (plain.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? plain)
    }

    /// Opens what an url names that a person has asked for; the page begins there.
    func open(_ url: String) -> PageContent {
        let isFound = navigate(to: url)
        draw()
        history = BrowserHistory(url: self.url)
        return content(isFound: isFound)
    }

    /// Leads to an url, by the transitions that the modules name; whether all of it is understood.
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
        // As many steps as anybody would take; a router that leads in a circle ends here.
        for _ in 0..<32 {
            if WebPath(self.url) == target { return true }
            let before = (navigator.tree, path)
            guard let (transition, id) = transition(to: &path) else { break }
            if let receipt = navigator.follow(transition, from: id) { startedReceipts?.append(receipt) }
            if navigator.tree == before.0, path == before.1 { break }
        }
        return path.isEmpty
    }

    /// What the newest scene says that knows the way.
    private func transition(to path: inout WebPath) -> (Any, Navigator.Scene.ID)? {
        for (id, view) in views.sorted(by: { $0.key > $1.key }) {
            if let transition = view.transition(to: &path) { return (transition, id) }
        }
        return nil
    }

    // MARK: Leaving

    /// The scene that a person could leave now: the top of the highest sheet or, without one, of the window's stack.
    private var topDismissible: Navigator.Scene.ID? {
        guard let navigator else { return nil }
        let stacks = SceneStacks(navigator.tree)
        if let top = stacks.modals.last { return top.last?.id }
        return stacks.root.count > 1 ? stacks.root.last?.id : nil
    }

    /// Leaves a scene as a person who presses its way out; what goes is remembered for who comes forward again.
    ///
    /// - Parameter wholeSheet: whether the whole sheet goes that it stands in.
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

    /// The scene that goes when this one is left.
    private func outermostScene(of scene: Navigator.Scene) -> Navigator.Scene.ID {
        guard case .place(_, let host) = scene.position, let host = navigator?.tree[host] else { return scene.id }
        return outermostScene(of: host)
    }

    // MARK: Back and forward

    /// The browser went back or forward to another entry of its history: the page follows, if the modules let it.
    ///
    /// - Parameters:
    ///   - entry: the number of the entry; one that is not known was there before the page.
    ///   - url: what stands in it.
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
        // Also where nothing was drawn: the browser shows the url of another entry by now.
        log.append("\"l\":\((hasReachedTarget ? history : history.goingBack()).json)")
    }

    private func goBack(to index: Int, _ target: String) {
        guard let navigator else { return }
        let old = history.index
        let branch = navigator.branch(scenesAbove(WebPath(target)))
        while WebPath(url) != WebPath(target), let id = topDismissible {
            let before = navigator.tree
            requestDismissal(id)
            // Refused, or held: what stays is not put back.
            if navigator.tree == before {
                return
            }
        }
        if WebPath(url) != WebPath(target), topDismissible == nil { navigate(to: target) }
        if !branch.isEmpty { history.setBranch(branch, at: old) }
    }

    /// The scenes that go until the url is what it should be.
    private func scenesAbove(_ target: WebPath) -> [Navigator.Scene.ID] {
        guard let navigator else { return [] }
        let stacks = SceneStacks(navigator.tree)
        var rest = stacks.root.map { ($0, false) } + stacks.modals.flatMap { layer in layer.map { ($0, true) } }
        var going: [Navigator.Scene.ID] = []
        while let (scene, isSheet) = rest.last, isSheet || rest.count > 1 {
            let path = rest.compactMap { views[$0.0.id]?.currentPath }.filter { !$0.isEmpty }.joined(separator: "/")
            if WebPath(path) == target { break }
            going.append(scene.id)
            rest.removeLast()
        }
        return going
    }

    private func goForward(to index: Int, _ target: String) {
        if let branch = history.entries[index]?.branch { navigator?.request(.restore(branch)) }
        if WebPath(url) != WebPath(target) { navigate(to: target) }
    }
}

extension WebPath {
    /// Takes `url` off the front of what is to be opened, if that is how it begins.
    fileprivate mutating func removePrefix(_ url: WebPath, _ target: WebPath) -> Bool {
        var rest = target
        for part in url.description.split(separator: "/") where !rest.take(String(part)) { return false }
        self = rest
        return true
    }
}
