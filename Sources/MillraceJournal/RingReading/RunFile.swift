#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file of a run, with the number of bytes that were read.
struct RunFile: Sendable {
    let url: URL
    var bytes: Int
    var chain: LineChain
    /// The position of its first turn in the run.
    private(set) var firstTurn: Int
    /// The lines with the state of a store that is new or has got a place in a window, and with stores that were released: the position
    /// of the next turn, and the bytes.
    var stores: [(position: Int, bytes: Range<Int>)] = []
    /// Whether a line is damaged. The lines after it are not read.
    var isDamaged = false

    init(url: URL, bytes: Int, chain: LineChain, firstTurn: Int) {
        (self.url, self.bytes, self.chain, self.firstTurn) = (url, bytes, chain, firstTurn)
    }

    /// Moves the positions of its turns, because earlier turns were forgotten.
    mutating func moveTurns(by offset: Int) {
        firstTurn += offset
        for index in stores.indices { stores[index].position += offset }
    }
}
