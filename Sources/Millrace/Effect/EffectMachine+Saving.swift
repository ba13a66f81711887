// A machine as a flat list of words, and back.
extension EffectMachine {
    /// Why a list of words is not a saved machine.
    package enum LoadingError: Error, Equatable, Sendable {
        /// The words were saved by another version.
        case unknownVersion(Int64)
        /// The number of words does not agree with what the first ones say.
        case wrongLength
        /// A word cannot be what its place says; the place is that of the word or of its record.
        case invalid(at: Int)
    }

    /// The version of the format, which is the first word.
    package static var savedVersion: Int64 { 1 }

    /// The machine as words, also as bytes on a disk: ``init(loading:)`` makes an equal machine of them.
    ///
    /// Handles of effects and scopes keep their meaning, and so do the runner's handles of flows.
    package borrowing func save() -> [Int64] {
        var words: [Int64] = []
        var writer = MachineWriter()
        writer.numberAll(self)
        writer.write(self, to: &words)
        return words
    }

    /// A machine that was saved.
    package init(loading words: [Int64]) throws(LoadingError) {
        self.init()
        try load(words[...])
    }

    /// Replaces the machine by one that was saved; its memory is used again. It is empty afterwards if an error is thrown.
    package mutating func load(_ words: ArraySlice<Int64>) throws(LoadingError) {
        var error: LoadingError?
        words.withUnsafeBufferPointer { words in
            var reader = MachineReader(words)
            do throws(LoadingError) {
                try reader.read(into: &self)
            } catch let failure {
                error = failure
            }
        }
        guard let error else { return }
        self = EffectMachine()
        throw error
    }
}

/// The layout of a saved machine: a header, and a list of records of each kind.
enum SavedLayout {
    /// The version, and the lengths of the lists: effects, scopes but for number 0, stores, active commands, free effects,
    /// free scopes, free stores, steps.
    static let header = 9
    static let effect = 12
    static let scope = 3
    static let store = 1
    static let active = 3
    static let step = 3

    static func pair(_ low: Int32, _ high: Int32) -> Int64 {
        Int64(bitPattern: UInt64(UInt32(bitPattern: low)) | UInt64(UInt32(bitPattern: high)) << 32)
    }

    static func low(_ word: Int64) -> Int32 { Int32(truncatingIfNeeded: word) }
    static func high(_ word: Int64) -> Int32 { Int32(truncatingIfNeeded: word >> 32) }
}

/// An effect in a list of saved words.
package struct SavedEffect {
    package let kind: EffectMachine.Kind
    package let stage: EffectMachine.Stage
    package let flow: Int32
    package let scope: Int32
    package let name: Int32
    package let attempt: Int32
    /// The duration that the stage waits for, in nanoseconds; negative for none.
    package let timer: Int64

    /// How many effects there are in words that were saved, those that have ended included.
    package static func count(in words: [Int64]) -> Int { Int(words[1]) }

    /// Reads an effect from words that were saved.
    package init(_ index: Int, in words: [Int64]) {
        let start = SavedLayout.header + index * SavedLayout.effect
        kind = EffectMachine.Kind(rawValue: UInt8(truncatingIfNeeded: words[start])) ?? .command
        stage = EffectMachine.Stage(rawValue: UInt8(truncatingIfNeeded: words[start] >> 8)) ?? .free
        flow = SavedLayout.low(words[start + 1])
        (scope, name) = (SavedLayout.low(words[start + 2]), SavedLayout.high(words[start + 2]))
        attempt = SavedLayout.low(words[start + 3])
        timer = words[start + 5]
    }

    /// Whether two effects in words that were saved differ in no more than their places in lists.
    package static func areSame(_ one: Int, _ other: Int, in words: [Int64]) -> Bool {
        let (one, other) = (
            SavedLayout.header + one * SavedLayout.effect, SavedLayout.header + other * SavedLayout.effect
        )
        for word in 0..<6 {
            let mask: Int64 = word == 3 ? 0xFFFF_FFFF : -1
            if words[one + word] & mask != words[other + word] & mask { return false }
        }
        return true
    }
}
