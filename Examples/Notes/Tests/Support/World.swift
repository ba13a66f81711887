package import MillraceKit
package import MillraceTesting
package import NotesCore

/// The application without its pages, with a time that the test owns, and a storage that answers at once.
@MainActor package struct World {
    package let time = TestClock()
    package let storage = MemoryStorage()
    package let engine: Engine
    package let notebook: Notebook
    /// The faults that the engine reported.
    package let faults = Faults()

    /// All notes.
    package var library: Store<Library> { notebook.library }

    /// A world with a note for each of `texts`, the last of them the newest.
    package init(_ texts: String...) { self.init(texts) }

    /// A world with a note for each of `texts`, the last of them the newest.
    package init(_ texts: [String]) {
        engine = Engine(scheduler: time)
        engine.onFault = { [faults] in faults.all.append($0) }
        storage.serve(engine)
        for text in texts { storage.add(text) }
        notebook = Notebook(on: engine)
        library.send(.launched)
    }
}

/// A list that outlives the copies of a world.
@MainActor package final class Faults {
    package var all: [Fault] = []
}

extension World {
    /// Waits until a module stands in a window: middleware presents it as soon as it runs.
    package func comesUp<M: Module>(_ module: M.Type, in window: Navigator) async {
        await settles(window) { $0.scenes.contains { $0.type == module } }
    }

    /// Waits until a module stands in a window no longer.
    package func goes<M: Module>(_ module: M.Type, in window: Navigator) async {
        await settles(window) { !$0.scenes.contains { $0.type == module } }
    }

    private func settles(_ window: Navigator, _ isSettled: @escaping (SceneTree) -> Bool) async {
        let (trees, tree) = AsyncStream.makeStream(of: SceneTree.self)
        let subscription = window.subscribe { tree.yield($0) }
        for await tree in trees where isSettled(tree) { break }
        subscription.cancel()
    }
}
