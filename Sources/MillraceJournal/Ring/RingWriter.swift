import Millrace

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes entries as lines into the files of a folder, and removes the oldest files.
///
/// Each file begins with the states of all stores. So it can be read without the files before it.
final class RingWriter {
    /// The time after a failure before a new file is tried.
    private static let pause = Duration.seconds(1)
    /// The size of a file, in bytes. A reader reads whole files.
    private static let fileSize = 4_000_000

    private let folder: URL
    private let limit: Int
    private let header: RunHeader
    private let onFailure: @Sendable (RecordingError) -> Void
    private var file: AppendedFile?
    private var chain = LineChain()
    private var number = 0
    /// The bytes of the file, and those that it may have.
    private var size = (bytes: 0, limit: 0)
    private var states: WrittenStores
    private var folded = FoldedTurns()
    /// The number of turns that are in no file.
    private var lost = 0
    /// The time of the last failure since a file was written; `nil` if there is none.
    private var failed: ContinuousClock.Instant?
    private var isEnded = false
    /// The lines that are not written yet.
    private var waiting = ""

    /// - Throws: ``RecordingError/unwritable(file:reason:)``.
    init(
        _ folder: URL, limit: Int, header: RunHeader, tokens: Tokens?,
        onFailure: @escaping @Sendable (RecordingError) -> Void
    ) throws(RecordingError) {
        (self.folder, self.limit, self.header, self.onFailure) = (folder, limit, header, onFailure)
        states = WrittenStores(tokens: tokens)
        try open()
    }

    /// Writes batches. If this fails, their turns are lost, and a later batch begins a new file.
    func write(_ batches: [CollectedBatch]) {
        var turns = 0
        for batch in batches {
            if batch.lost > 0 {
                writeFold()
                add(.of(["lost": .number(batch.lost)]))
                turns += batch.lost
            }
            for store in batch.stores { add(store) }
            for entry in batch.entries {
                if case .turn = entry { turns += 1 }
                add(entry)
            }
        }
        output(turns)
    }

    /// Writes what was held back.
    func flush(ends: Bool) {
        writeFold()
        output(0)
        if ends { (file, isEnded) = (nil, true) }
    }

    /// Writes the lines that wait, and begins a new file if there is none, or the old one is full.
    private func output(_ turns: Int) {
        if isEnded { return }
        append(turns)
        waiting = ""
        if file != nil, size.bytes < size.limit { return }
        if let failed, failed.duration(to: .now) < Self.pause { return }
        // The states that a file begins with contain the changes of lines that are lost.
        do throws(RecordingError) { try open() } catch { fail(error, 0) }
    }

    private func append(_ turns: Int) {
        guard let file else { return lost += turns }
        if waiting.isEmpty { return }
        do throws(RecordingError) { try file.append(waiting) } catch { return fail(error, turns) }
        size.bytes += waiting.utf8.count
    }

    private func fail(_ error: RecordingError, _ turns: Int) {
        lost += turns
        file = nil
        if failed == nil { onFailure(error) }
        failed = .now
    }

    private func open() throws(RecordingError) {
        number += 1
        file = nil
        // Before the new file, because its bytes may be what the disk lacks.
        RingFiles.removeOld(in: folder, limit: limit, run: header.run)
        let new = try RingFiles.create(number, of: header.run, in: folder)
        chain = LineChain()
        var lines = ""
        chain.append(header.json(number: number, lost: lost), to: &lines)
        for store in states.all { chain.append(store, to: &lines) }
        do throws(RecordingError) { try new.append(lines) } catch {
            try? FileManager.default.removeItem(at: new.url)
            throw error
        }
        (file, lost, failed) = (new, 0, nil)
        size = (lines.utf8.count, max(min(limit / 16, Self.fileSize), 2 * lines.utf8.count, 65_536))
    }

    // MARK: Lines

    private func add(_ line: JSON) { chain.append(line, to: &waiting) }

    private func add(_ store: CollectedStore) { add(states.add(store)) }

    private func add(_ entry: CollectedEntry) {
        switch entry {
        case .turn(let turn): add(turn)
        case .ended(let id, let outcome, let turn, let time):
            writeFold()
            let line: JSON = .of([
                "ended": .number(id), "turn": .number(turn), "time": .seconds(time),
                "outcome": .string(caseName(of: outcome)),
                "error": states.error(outcome),
            ])
            add(line)
        case .retried(let id, let pause):
            writeFold()
            add(.of(["retried": .number(id), "pause": .seconds(pause)]))
        case .stores(let numbers): addClosed(states.keep(numbers))
        case .opened(let store):
            writeFold()
            add(store)
        case .closed(let number): addClosed(states.remove(number))
        }
    }

    private func addClosed(_ numbers: [UInt64]) {
        if numbers.isEmpty { return }
        writeFold()
        add(.of(["closed": .array(numbers.sorted().map { .number($0) })]))
    }

    private func add(_ turn: CollectedTurn) {
        let line = states.line(of: turn)
        let hasNew = turn.reductions.contains { $0.new != nil }
        if !hasNew, folded.takes(turn, line) {
            if folded.isLong { writeFold() }
            return
        }
        writeFold()
        for store in turn.reductions.compactMap(\.new) { add(store) }
        add(line.json(states.changes(of: turn)))
        folded.note(turn, line)
    }

    private func writeFold() {
        guard let fold = folded.end() else { return }
        add(fold.json(states.changes(of: fold.last)))
    }
}

/// The content of the first line of each file of a run.
struct RunHeader {
    static let format = "millrace.turns"
    static let version: UInt64 = 1

    /// The name of the run: the time of its start.
    let run: String
    /// The time of the start, in seconds since 1970, and the time of the engine's clock then.
    let started: Double
    let origin: Duration
    let program: String
    /// Identifies the build of the program.
    let build: String

    func json(number: Int, lost: Int) -> JSON {
        .of([
            "format": .string(Self.format), "version": .number(Self.version), "run": .string(run),
            "part": .number(number),
            "started": .number("\(started)"), "origin": .seconds(origin), "program": .string(program),
            "build": .string(build),
            "lost": lost == 0 ? nil : .number(lost),
        ])
    }
}
