package import Millrace
package import MillraceTesting
package import NotesCore

/// The stores on an engine with a time that the test owns, and a storage that answers at once.
@MainActor package struct World {
    package let time = TestClock()
    package let storage = MemoryStorage()
    package let engine: Engine
    package let library: Store<Library>
    /// What was wrong in the wiring.
    package let faults = Faults()

    /// A world with a note for each of `texts`, the last of them the newest.
    package init(_ texts: String...) { self.init(texts) }

    /// A world with a note for each of `texts`, the last of them the newest.
    package init(_ texts: [String]) {
        engine = Engine(scheduler: time)
        engine.onFault = { [faults] in faults.all.append($0) }
        storage.serve(engine)
        for text in texts { storage.add(text) }
        library = .library(on: engine)
        library.send(.launched)
    }
}

/// A list that outlives the copies of a world.
@MainActor package final class Faults {
    package var all: [Fault] = []
}
