#if Inspector || App
    import MillraceJournal

    /// A run of a program, without its turns.
    struct RunSummary: Hashable, Sendable {
        let name: String
        let program: String
        let build: String
        let started: Double
        let count: Int
        let first: UInt64
        let last: UInt64
        let lost: Int
        let isCompacted: Bool
        let cutAfter: UInt64?
        let stores: [StoreName]

        init(_ run: RecordedRun) {
            (name, program, build, started) = (run.name, run.program, run.build, run.started)
            (lost, isCompacted, cutAfter, count) = (run.lost, run.isCompacted, run.cutAfter, run.turns.count)
            (first, last) = (run.turns.first?.id ?? 0, run.turns.last?.last ?? 0)
            stores = run.stores.sorted { $0.key < $1.key }.map {
                StoreName(number: $0.key, reducer: $0.value, window: run.windows[$0.key])
            }
        }

        /// The name of a store; `nil` if the run has none with this number.
        func store(_ number: UInt64?) -> StoreName? { stores.first { $0.number == number } }

        /// The store and the window of a message, or those of its sender; `nil` if it has neither.
        func place(of turn: RecordedTurn) -> String? {
            store(turn.store).map { "\($0)" } ?? store(turn.sender).map { "from \($0)" }
        }

        /// The gaps of the recording, as sentences. Empty if the recording is complete.
        var gaps: [String] {
            var gaps: [String] = []
            if isCompacted { gaps.append("The turns before \(first) are not in the recording.") }
            if lost > 0 { gaps.append("\(lost) turns are missing: the disk was full or too slow.") }
            if let cutAfter { gaps.append("The recording is cut off after turn \(cutAfter).") }
            return gaps
        }
    }

    /// A store of a run.
    struct StoreName: Hashable, Sendable, CustomStringConvertible {
        let number: UInt64
        let reducer: String
        /// The window, if the store belongs to a screen.
        var window: UInt64?

        var description: String { "\(reducer) #\(number)" + (window.map { ", window \($0)" } ?? "") }
    }
#endif
