import Foundation
import Testing

@testable import MillraceModules

/// Tests the layout alone, without an engine, a store or a navigator.
struct SceneLayoutTests {
    private typealias ID = Navigator.Scene.ID

    /// A layout with a stacked root, number 1.
    private func layout() -> SceneLayout {
        var layout = SceneLayout()
        layout.add(1, by: .replace, isStacked: true)
        return layout
    }

    @Test("each operation inserts its scene at its position")
    func positions() {
        var layout = layout()
        layout.add(2, by: .show, presenter: 1)
        layout.add(3, by: .present, presenter: 2)
        layout.add(4, by: .show, presenter: 3)
        layout.add(5, by: .embed(at: "panel"), presenter: 2, isStacked: true)
        layout.add(6, by: .show, presenter: 5)
        layout.add(7, by: .show)
        #expect(
            layout.tree.scenes.map(\.position) == [
                .root, .above(1), .place("panel", of: 2), .above(5), .above(2), .modal, .modal,
            ])
        #expect(layout.tree.scenes.map(\.id) == [1, 2, 5, 6, 7, 3, 4])
        #expect(layout.tree.scenes.map(\.isStacked) == [true, true, true, true, true, false, false])
    }

    @Test("removing a scene also removes the scenes above it and those that it presented, newest first")
    func removing() {
        var layout = layout()
        layout.add(2, by: .show, presenter: 1)
        layout.add(3, by: .present, presenter: 2)
        layout.add(4, by: .show, presenter: 1)
        layout.add(5, by: .embed(at: "panel"), presenter: 1)
        #expect(layout.scenesRemoved(with: [2]) == [4, 3, 2])
        #expect(layout.scenesRemoved(with: [2, 5, 9]) == [5, 4, 3, 2])
        layout.remove(layout.scenesRemoved(with: [2]))
        #expect(layout.tree.scenes.map(\.id) == [1, 5] && layout.tree.modals.isEmpty)
        layout.remove(layout.scenesReplaced(by: .replace, of: nil))
        #expect(layout.count == 0 && layout.root == nil)
    }

    @Test("embedding replaces the scene at its place, and no other")
    func replacing() {
        var layout = layout()
        layout.add(2, by: .embed(at: "panel"), presenter: 1)
        layout.add(3, by: .show, presenter: 2)
        layout.add(4, by: .embed(at: "side"), presenter: 1)
        #expect(layout.scenesReplaced(by: .embed(at: "panel"), of: 1) == [3, 2])
        #expect(layout.scenesReplaced(by: .embed(at: "top"), of: 1) == [])
        #expect(layout.scenesReplaced(by: .present, of: 1) == [])
    }

    @Test("an operation that removes has a target, or an error with the reason")
    func targets() {
        var layout = layout()
        layout.add(2, by: .show, presenter: 1)
        layout.add(3, by: .embed(at: "panel"), presenter: 2)
        layout.add(4, by: .present, presenter: 3)
        #expect(layout.result(of: .pop, from: 3) == .success(2))
        #expect(layout.result(of: .pop, from: 1) == .failure(.bottomOfStack))
        #expect(layout.result(of: .pop, from: 4) == .failure(.noStack))
        #expect(layout.result(of: .popToRoot, from: 1) == .success(2))
        #expect(layout.result(of: .dismiss, from: 4) == .success(4))
        #expect(layout.result(of: .dismiss, from: 3) == .failure(.noModalLayer))
        #expect(layout.result(of: .unembed(nil), from: 3) == .success(3))
        #expect(layout.result(of: .unembed(nil), from: 2) == .failure(.notEmbedded))
        #expect(layout.result(of: .unembed("panel"), from: 2) == .success(3))
        #expect(layout.result(of: .unembed("side"), from: 2) == .failure(.emptyPlace("side")))
        #expect(layout.result(of: .close(nil), from: 1) == .failure(.rootOfWindow))
        #expect(layout.result(of: .close(nil), from: 9) == .failure(.sceneRemoved))
        layout.remove([4, 3, 2])
        #expect(layout.result(of: .popToRoot, from: 1) == .success(nil))
        #expect(layout.applicableRemovals(from: 1) == [.popToRoot] && layout.applicableRemovals(from: 9) == [])
    }

    @Test("a port reaches its newest scene")
    func ports() {
        let port = Navigator.Port<Page>("a").portName
        var layout = layout()
        layout.add(2, by: .present, presenter: 1, port: port)
        layout.add(3, by: .present, presenter: 1, port: port)
        #expect(layout.scene(on: port, of: 1) == 3 && layout.result(of: .close(port), from: 1) == .success(3))
        layout.remove([3])
        #expect(layout.scene(on: port, of: 1) == 2)
        layout.remove([2])
        #expect(layout.result(of: .close(port), from: 1) == .failure(.emptyPort(port)))
    }

    @Test("a copy keeps its scenes when the original changes")
    func copies() {
        var layout = layout()
        layout.add(2, by: .show, presenter: 1)
        let copy = layout
        layout.remove([2])
        layout.add(3, by: .present, presenter: 1)
        #expect(copy.tree.scenes.map(\.id) == [1, 2] && layout.tree.scenes.map(\.id) == [1, 3])
    }

    @Test("20,000 other scenes make no operation slower than 1,000")
    func many() {
        // A loop over all scenes, or a copy of them, would take about 20 times as long.
        #expect(cpuTime(among: 20_000) < 12 * cpuTime(among: 1_000))
    }

    /// Returns the CPU time of operations on a layout with `count` other scenes, in seconds. The load of the machine does not extend it.
    private func cpuTime(among count: UInt64) -> Double {
        var layout = layout()
        for id in 2...count {
            layout.add(id, by: [.show, .present, .embed(at: "\(id)")][Int(id % 3)], presenter: 1)
        }
        let start = threadTime()
        for id in count + 1...count + 1_000 {
            layout.add(id, by: .embed(at: "own"), presenter: 1)
            if case .success(let target?) = layout.result(of: .close(nil), from: ID(id)) {
                layout.remove(layout.scenesRemoved(with: [target]))
            }
        }
        let time = threadTime() - start
        #expect(layout.count == Int(count))
        return time
    }

    /// The CPU time of the thread, in seconds.
    private func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}

extension SceneLayout {
    fileprivate mutating func add(
        _ id: UInt64, by verb: RouteOperation.Verb, presenter: UInt64? = nil, isStacked: Bool = false,
        port: PortName? = nil
    ) {
        _ = insert(
            RouteOperation(verb: verb, isStacked: isStacked, port: port), of: Page.self, as: .init(id),
            presenter: presenter.map { .init($0) })
    }

    fileprivate func result(of verb: RouteOperation.Verb, from id: ID) -> Result<ID?, NavigationError> {
        Result { () throws(NavigationError) in try target(of: verb, from: id) }
    }
}

extension Navigator.Scene.ID: ExpressibleByIntegerLiteral {
    package init(integerLiteral number: UInt64) { self.init(number) }
}
