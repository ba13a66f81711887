package import MillraceKit
package import MillraceTesting
package import NotesCore

/// The library and its windows without pages, with a test clock and a storage in memory.
///
/// Each window has an engine, as in the program, but all of them belong to the main actor. They exchange messages when the test says
/// ``process()``. Observations and forwarded commands start some time later: see ``Store/wait(until:)``.
@MainActor package struct World {
    package let time = TestClock()
    package let storage = MemoryStorage()
    /// The engine of the library.
    package let engine: Engine
    package let library: Store<Library>
    /// The faults that the engines reported.
    package let faults = Faults()
    private let windows = Windows()

    /// Creates the library with a note for each of `texts`, the last of them the newest.
    package init(_ texts: String...) { self.init(texts) }

    /// Creates the library with a note for each of `texts`, the last of them the newest.
    package init(_ texts: [String]) {
        engine = Engine(scheduler: time)
        engine.onFault = { [faults] in faults.all.append($0) }
        storage.registerLibraryHandlers(on: engine)
        for text in texts { storage.add(text) }
        library = Store(Library.State(), Library(), on: engine)
        library.admitWindows()
        library.send(.launched)
    }

    /// Opens a window of a client that shows the list, or a stored tree. It closes when its navigator is released.
    package func openWindow(
        client: Int = 0, account: Account? = nil, restoring tree: StoredTree? = nil
    ) async throws -> Navigator {
        let engine = Engine(scheduler: time)
        engine.onFault = { [faults] in faults.all.append($0) }
        storage.registerWindowHandlers(on: engine)
        windows.count += 1
        let window = Window(WindowID(windows.count, client: client), of: library.remote)
        let navigator = try await Navigator.notes(in: window, account: account, restoring: tree, on: engine)
        windows.open.append(WeakNavigator(navigator: navigator))
        return navigator
    }

    /// Processes what the engines have sent to each other: the requests of the windows, and the answers of the library.
    package func process() {
        for _ in 0..<2 {
            for window in windows.open { window.navigator?.engine.processPending() }
            engine.processPending()
        }
        for window in windows.open { window.navigator?.engine.processPending() }
    }

    /// Sends an action to a store of a window, and processes what it causes in all engines.
    @discardableResult
    package func send<R: Reducer>(_ action: R.Action, to store: Store<R>) -> Receipt {
        defer { process() }
        return store.send(action)
    }

    /// Opens a note in a window, and returns its editor when it shows the text.
    package func open(_ id: NoteID, in window: Navigator) async throws -> Store<NoteEditor> {
        window.store(of: NoteList.self)?.send(.pane(.open(id)))
        guard let editor = window.store(of: NoteEditor.self) else { throw NoEditor() }
        await editor.wait { $0.shown.editor != nil }
        return editor
    }

    /// Calls `body`, which starts an observation of the library in a window. Returns after its first value.
    package func startObserving<Part: Equatable & Sendable>(
        _ part: Part.Type, in window: Navigator, _ body: () -> Void
    ) async {
        let (values, value) = AsyncStream.makeStream(of: Void.self)
        let subscription = window.engine.listen(to: RemoteObservation<Library, Part>.self) { _ in value.yield() }
        body()
        for await _ in values { break }
        subscription.cancel()
    }

    /// Advances the time, and processes what happens then.
    package func advance(by duration: Duration) {
        time.advance(by: duration)
        process()
    }
}

/// The list did not open an editor.
private struct NoEditor: Error {}

/// The windows of a world, shared by its copies.
@MainActor private final class Windows {
    var count = 0
    var open: [WeakNavigator] = []
}

private struct WeakNavigator { weak var navigator: Navigator? }

/// The reported faults, shared by the copies of a world.
@MainActor package final class Faults {
    package var all: [Fault] = []
}

extension Store where R.State: Equatable & Sendable {
    /// Waits until the state fulfills a condition.
    package func wait(until condition: (R.State) -> Bool) async {
        for await state in values(of: \.self) where condition(state) { break }
    }
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
