import MillraceModules
import Foundation
import Millrace

// The URL of the page, and the history of the browser.
extension Page {
    /// The address of what is shown.
    var address: String {
        guard let navigator else { return "/" }
        let stacks = Stacks(navigator.tree)
        let parts = (stacks.root + stacks.modals.joined()).compactMap { views[$0.id]?.freshPath }
        // Two slashes at the beginning would lead to another host.
        let plain = parts.flatMap { $0.split(separator: "/") }.joined(separator: "/")
        return "/" + (plain.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? plain)
    }

    /// Opens what an address names that a person has asked for; the page begins there.
    func open(_ address: String) -> PageContent {
        let isFound = lead(to: address)
        draw()
        location = Location(address: self.address)
        return content(isFound: isFound)
    }

    /// Leads to an address, by the transitions that the modules name; whether all of it is understood.
    @discardableResult
    private func lead(to address: String) -> Bool {
        guard let navigator else { return false }
        var path = WebPath(address)
        let goal = path
        if WebPath(self.address) == goal { return true }
        while path.takeBeginning(of: WebPath(self.address), goal) == false, let id = leavable {
            let before = navigator.tree
            leaveQuietly(id)
            if navigator.tree == before { break }
        }
        // As many steps as anybody would take; a router that leads in a circle ends here.
        for _ in 0..<32 {
            if WebPath(self.address) == goal { return true }
            let before = (navigator.tree, path)
            guard let (transition, id) = transition(to: &path) else { break }
            if let receipt = navigator.follow(transition, from: id) { begun?.append(receipt) }
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
    private var leavable: Navigator.Scene.ID? {
        guard let navigator else { return nil }
        let stacks = Stacks(navigator.tree)
        if let top = stacks.modals.last { return top.last?.id }
        return stacks.root.count > 1 ? stacks.root.last?.id : nil
    }

    /// Leaves a scene as a person who presses its way out; what goes is remembered for who comes forward again.
    ///
    /// - Parameter withSheet: whether the whole sheet goes that it stands in.
    func leave(_ id: Navigator.Scene.ID, withSheet: Bool = false) -> Outcome {
        guard let navigator, let scene = navigator.tree[id] else { return .gone }
        let sheet = Stacks(navigator.tree).modals.first { $0.contains { $0.id == id } }?.first?.id
        let branch = navigator.branch([withSheet ? sheet ?? id : layer(of: scene)])
        let index = location.index
        let before = navigator.tree
        if withSheet { ask(.dismiss(id)) } else { leaveQuietly(id) }
        if navigator.tree != before { location.keep(branch, at: index) }
        wake()
        return .taken
    }

    private func leaveQuietly(_ id: Navigator.Scene.ID) {
        guard let scene = navigator?.tree[id] else { return }
        if case .above = scene.position {
            ask(.back(from: id))
        } else {
            ask(.dismiss(id))
        }
    }

    private func ask(_ request: Navigator.Request) {
        if let receipt = navigator?.request(request) { begun?.append(receipt) }
    }

    /// The scene that goes when this one is left.
    private func layer(of scene: Navigator.Scene) -> Navigator.Scene.ID {
        guard case .place(_, let host) = scene.position, let host = navigator?.tree[host] else { return scene.id }
        return layer(of: host)
    }

    // MARK: Back and forward

    /// The browser went back or forward to another entry of its history: the page follows, if the modules let it.
    ///
    /// - Parameters:
    ///   - entry: the number of the entry; one that is not known was there before the page.
    ///   - address: what stands in it.
    func go(to entry: Int, _ address: String) {
        draw()
        let index = location.index(of: entry, address)
        let goal = location.entries[index]?.address ?? address
        if index < location.index { back(to: index, goal) } else if index > location.index { forward(to: index, goal) }
        let isThere = WebPath(self.address) == WebPath(goal)
        if isThere { location.move(to: index, self.address) } else { location.settle(self.address, hasGrown: hasGrown) }
        hasGrown = false
        wake()
        draw()
        // Also where nothing was drawn: the browser shows the address of another entry by now.
        log.append("\"l\":\((isThere ? location : location.callingBack()).json)")
    }

    private func back(to index: Int, _ goal: String) {
        guard let navigator else { return }
        let old = location.index
        let branch = navigator.branch(goingBack(to: WebPath(goal)))
        while WebPath(address) != WebPath(goal), let id = leavable {
            let before = navigator.tree
            leaveQuietly(id)
            // Refused, or held: what stays is not put back.
            if navigator.tree == before {
                return
            }
        }
        if WebPath(address) != WebPath(goal), leavable == nil { lead(to: goal) }
        if !branch.isEmpty { location.keep(branch, at: old) }
    }

    /// The scenes that go until the address is what it should be.
    private func goingBack(to goal: WebPath) -> [Navigator.Scene.ID] {
        guard let navigator else { return [] }
        let stacks = Stacks(navigator.tree)
        var rest = stacks.root.map { ($0, false) } + stacks.modals.flatMap { layer in layer.map { ($0, true) } }
        var going: [Navigator.Scene.ID] = []
        while let (scene, isSheet) = rest.last, isSheet || rest.count > 1 {
            let path = rest.compactMap { views[$0.0.id]?.freshPath }.filter { !$0.isEmpty }.joined(separator: "/")
            if WebPath(path) == goal { break }
            going.append(scene.id)
            rest.removeLast()
        }
        return going
    }

    private func forward(to index: Int, _ goal: String) {
        if let branch = location.entries[index]?.branch { navigator?.request(.restore(branch)) }
        if WebPath(address) != WebPath(goal) { lead(to: goal) }
    }
}

extension WebPath {
    /// Takes `address` off the front of what is to be opened, if that is how it begins.
    fileprivate mutating func takeBeginning(of address: WebPath, _ goal: WebPath) -> Bool {
        var rest = goal
        for part in address.description.split(separator: "/") where !rest.take(String(part)) { return false }
        self = rest
        return true
    }
}
