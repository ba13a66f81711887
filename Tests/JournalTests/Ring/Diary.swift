import Foundation
import Millrace
import MillraceExtras

@testable import MillraceJournal

/// Requests the length of a text. The engine of the test answers it.
struct Measure: Command, Codable, Hashable {
    typealias Output = Int
    var text: String
}

/// A store with collections of all kinds.
struct Diary: Reducer {
    struct Entry: Codable, Hashable, Identifiable {
        var id: Int
        var text: String
        var tags: Set<String> = []
        var rating: Double?
    }

    struct State: Codable, Equatable {
        var entries: [Entry] = []
        var counts: [String: Int] = [:]
        var draft = ""
        var ticks = 0
        var lengths: [Int] = []
    }

    enum Action: Codable, Equatable {
        case type(String)
        case insert(Int, at: Int)
        case remove(at: Int)
        case edit(at: Int, text: String)
        case tag(at: Int, String)
        case measure
        case measured(Event<Measure>)
        case startClock
        case stopClock
        case tick
    }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        func index(_ place: Int) -> Int? { state.entries.isEmpty ? nil : place % state.entries.count }
        switch action {
        case .type(let text): state.draft += text
        case .insert(let id, let place):
            state.entries.insert(Entry(id: id, text: state.draft), at: place % (state.entries.count + 1))
            state.counts[state.draft, default: 0] += 1
        case .remove(let place): if let index = index(place) { state.entries.remove(at: index) }
        case .edit(let place, let text): if let index = index(place) { state.entries[index].text = text }
        case .tag(let place, let tag): if let index = index(place) { state.entries[index].tags.insert(tag) }
        case .measure: return .execute(Measure(text: state.draft), as: Action.measured)
        case .measured(.data(let length)): state.lengths.append(length)
        case .measured: break
        case .startClock, .stopClock: state.ticks = action == .startClock ? 1 : 0
        case .tick: state.ticks += 1
        }
        return .none
    }

    func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        if state.ticks > 0 { commands.every(.seconds(1), as: .tick, id: "clock") }
    }

    static func randomAction(_ random: inout some RandomNumberGenerator) -> Action {
        let place = Int.random(in: 0..<50, using: &random)
        let text =
            ["a", "é", "\u{2028}", "\"\\", "👨‍👩‍👧", "long text of more than fifteen bytes"].randomElement(using: &random)
            ?? ""
        return switch Int.random(in: 0..<7, using: &random) {
        case 0: .type(text)
        case 1, 2: .insert(Int.random(in: 0..<1_000, using: &random), at: place)
        case 3: .remove(at: place)
        case 4: .edit(at: place, text: text)
        case 5: .tag(at: place, text)
        default: .measure
        }
    }
}

/// A folder with a recording, removed at the end.
@MainActor final class RingFixture {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let engine: Engine
    private var stores: [AnyObject] = []

    init(_ scheduler: (any Scheduler)? = nil) {
        engine = scheduler.map { Engine(scheduler: $0) } ?? Engine()
        engine.handle(Measure.self) { $0.text.count }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func store<R: Reducer>(_ state: R.State, _ reducer: R) -> Store<R> {
        let store = Store(state, reducer, on: engine)
        stores.append(store)
        return store
    }

    func recorder(limit: Int = 64_000_000) throws -> Recorder { try Recorder(engine, folder: folder, limit: limit) }

    /// The reader of all that is written.
    func reader() async throws -> RingReader {
        let reader = RingReader(folder)
        try await reader.refresh()
        return reader
    }
}

extension RingReader {
    var last: RecordedRun? { runs.last }

    /// The last turns that a filter accepts, when the whole recording was searched.
    func whole(_ filter: TurnFilter, _ run: String) -> Page {
        while true {
            let page = page(filter, in: run, from: nil, limit: 200)
            if page.progress == 1 { return page }
        }
    }
}
