import Millrace

/// The states of all stores at a place in a file. It moves forward from line to line.
struct StateWalk: Sendable {
    let run: String
    let file: Int
    /// The position of the next turn.
    var position: Int
    /// The number of lines with stores that were applied.
    var storeLines = 0
    private(set) var states: [UInt64: JSON] = [:]
    /// The places of the stores that belong to scenes.
    private(set) var places: [UInt64: StorePlace] = [:]

    init(run: String, file: Int, position: Int) { (self.run, self.file, self.position) = (run, file, position) }

    /// Applies the line of a store, or of stores that were released.
    mutating func add(_ line: JSON) {
        if let number = line["store"]?.integer {
            states[number] = line["state"]
            places[number] = StorePlace(line["scene"])
        }
        for number in (line["closed"]?.elements ?? []).compactMap(\.integer) {
            (states[number], places[number]) = (nil, nil)
        }
    }

    /// Applies the line of a turn.
    mutating func apply(_ line: JSON) {
        for reduction in line["reductions"]?.elements ?? [] {
            guard let store = reduction["store"]?.integer, let changes = reduction["changes"]?.elements else {
                continue
            }
            var state = states[store] ?? .null
            states[store] = nil
            _ = state.apply(changes.compactMap { JSONChange($0) })
            states[store] = state
        }
    }
}

/// The states that were computed last, to start from.
struct KnownStates: Sendable {
    private static let distance = 256
    private static let limit = 64

    private var walks: [StateWalk] = []

    /// Returns the last known states of a file before a position; `nil` if there are none.
    func walk(_ run: String, _ file: Int, upTo end: Int) -> StateWalk? {
        walks.filter { $0.run == run && $0.file == file && $0.position <= end }.max { $0.position < $1.position }
    }

    /// Keeps states of some places.
    mutating func keep(_ walk: StateWalk, always: Bool = false) {
        guard always || walk.position % Self.distance == 0 else { return }
        walks.removeAll { $0.run == walk.run && $0.file == walk.file && $0.position == walk.position }
        walks.append(walk)
        if walks.count > Self.limit { walks.removeFirst() }
    }
}

extension JSON {
    /// Returns the part at a path of names and indices; `nil` if there is none.
    package func part(at path: some Collection<String>) -> JSON? {
        guard let first = path.first else { return self }
        switch self {
        case .object: return self[first]?.part(at: path.dropFirst())
        case .array(let elements):
            guard let index = Int(first), elements.indices.contains(index) else { return nil }
            return elements[index].part(at: path.dropFirst())
        default: return nil
        }
    }
}
