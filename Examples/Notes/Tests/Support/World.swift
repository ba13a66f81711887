package import MillraceKit
package import MillraceTesting
package import NotesCore

/// The application without pages, with a test clock and a storage in memory.
@MainActor package struct World {
    package let time = TestClock()
    package let storage = MemoryStorage()
    package let engine: Engine
    package let application: NotesApplication
    /// The faults that the engine reported.
    package let faults = Faults()

    /// The library of the application.
    package var library: Store<Library> { application.library }

    /// Creates the application with a note for each of `texts`, the last of them the newest.
    package init(_ texts: String...) { self.init(texts) }

    /// Creates the application with a note for each of `texts`, the last of them the newest.
    package init(_ texts: [String]) {
        engine = Engine(scheduler: time)
        engine.onFault = { [faults] in faults.all.append($0) }
        storage.registerHandlers(on: engine)
        for text in texts { storage.add(text) }
        application = NotesApplication(on: engine)
        library.send(.launched)
    }
}

/// The reported faults, shared by the copies of a world.
@MainActor package final class Faults {
    package var all: [Fault] = []
}

extension World {
    /// Waits until a window shows a module. Middleware presents it asynchronously.
    package func waitUntilPresented<M: Module>(_ module: M.Type, in window: Navigator) async {
        await waitUntil(window) { $0.scenes.contains { $0.type == module } }
    }

    /// Waits until a window no longer shows a module.
    package func waitUntilDismissed<M: Module>(_ module: M.Type, in window: Navigator) async {
        await waitUntil(window) { !$0.scenes.contains { $0.type == module } }
    }

    private func waitUntil(_ window: Navigator, _ condition: @escaping (SceneTree) -> Bool) async {
        let (trees, tree) = AsyncStream.makeStream(of: SceneTree.self)
        let subscription = window.subscribe { tree.yield($0) }
        for await tree in trees where condition(tree) { break }
        subscription.cancel()
    }
}
