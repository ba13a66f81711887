#if Inspector || App
    import Millrace
    import MillraceJournal

    /// A line of the outline of a window: a screen with its position.
    struct SceneLine: Hashable, Sendable, Identifiable {
        let store: StoreName
        let depth: Int
        /// How the screen was opened: pushed, as a sheet, or at a named place.
        let position: String
        /// The parts that its drawing lacks, or the reason why it is not drawn. Empty if it is complete.
        var notes: [String] = []
        var id: UInt64 { store.number }
    }

    extension SceneLine {
        /// Returns the outline of a window: the screens from bottom to top, each followed by those that it embeds, then each sheet in the same
        /// way.
        static func outline(of window: UInt64, _ places: [UInt64: StorePlace], _ run: RunSummary) -> [SceneLine] {
            let numbers = places.filter { $0.value.window == window }.keys.sorted()
            var lines: [SceneLine] = []
            func add(_ number: UInt64, _ depth: Int, _ position: String) {
                guard let store = run.store(number) else { return }
                lines.append(SceneLine(store: store, depth: depth, position: position))
                for other in numbers {
                    if case .embedded(let place, number)? = places[other]?.position { add(other, depth + 1, place) }
                }
                for other in numbers where places[other]?.position == .above(number) { add(other, depth, "pushed") }
            }
            for number in numbers where places[number]?.position == .root { add(number, 0, "root") }
            for number in numbers where places[number]?.position == .modal { add(number, 0, "sheet") }
            return lines
        }
    }
#endif
