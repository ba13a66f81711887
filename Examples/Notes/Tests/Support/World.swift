package import Millrace
package import NotesCore

/// The stores on an engine with a time and a storage that the test owns.
@MainActor package struct World {
    package let time = ManualScheduler()
    package let storage = MemoryStorage()
    package let engine: Engine
    package let library: Store<Library>
    /// What was wrong in the wiring.
    package let faults = Faults()

    /// A world with a note for each of `texts`, the last of them the newest.
    package init(_ texts: String...) {
        engine = Engine(scheduler: time)
        engine.onFault = { [faults] in faults.all.append($0) }
        storage.serve(engine)
        for text in texts { storage.add(text) }
        library = .library(on: engine)
        library.send(.launched)
    }

    /// The titles of the list.
    package var titles: [String] { library.notes.order.compactMap { library.notes[$0]?.headline.title } }

    /// The note that was written as number `number`.
    package func editor(_ number: Int64) -> Editor.State? { library.editors[NoteID(number)] }

    /// Types into a note that is open, over its newest text.
    package func type(_ text: String, into number: Int64) {
        library.send(.editor(NoteID(number), .typed(text, base: editor(number)?.version ?? 0)))
    }
}

/// A list that outlives the copies of a world.
@MainActor package final class Faults {
    package var all: [Fault] = []
}
