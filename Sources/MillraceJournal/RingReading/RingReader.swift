package import Millrace

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Reads the recording of a folder, also while it is written. It changes no file.
///
/// All turns are listed in memory, without their payloads and changes. These are read from the files when they are needed.
package actor RingReader {
    package nonisolated let url: URL
    /// The runs, the oldest first.
    package private(set) var runs: [RecordedRun] = []
    /// The names of the files that were opened.
    private var opened: Set<String> = []
    private var contents: (url: URL, bytes: [UInt8])?
    private var states = KnownStates()
    /// The results of the last filters.
    var matches: [FilterMatches] = []
    /// The recording, if it is in no file.
    private let memory: [UInt8]?
    /// Whether a recorder of this program writes the recording.
    package nonisolated var isLive: Bool { flush != nil }
    /// Writes what a running recorder holds back.
    private nonisolated let flush: (@Sendable () async -> Void)?

    /// Opens a folder, or a single file.
    ///
    /// - Parameter flush: Writes what a running recorder holds back. Defaults to `nil`.
    package init(_ url: URL, flush: (@Sendable () async -> Void)? = nil) {
        (self.url, self.flush, memory) = (url, flush, nil)
    }

    /// Opens a recording that is in no file.
    package init(_ recording: SnapshotRecording) {
        (url, flush, memory) = (URL(fileURLWithPath: "/"), nil, Array(recording.text.utf8))
    }

    /// Reads what was written since the last call.
    ///
    /// - Throws: ``RecordingError/unreadable(file:reason:)`` if there is no recording.
    package func refresh() async throws(RecordingError) {
        await flush?()
        let files = isFolder ? RingFiles.all(in: url) : [url]
        // The recorder may have added lines to the last file before it began the next one.
        readLines()
        for file in files where !opened.contains(file.lastPathComponent) {
            // The header may not be written yet. The later files wait for it.
            guard try open(file) else { break }
            opened.insert(file.lastPathComponent)
        }
        removeMissing(Set(files.map(\.lastPathComponent)))
        if runs.isEmpty { throw .unreadable(file: url.path, reason: "It contains no recording of an engine.") }
    }

    private var isFolder: Bool { memory == nil && RingFiles.isFolder(url) }

    /// Forgets the turns of files that the recorder has removed.
    private func removeMissing(_ names: Set<String>) {
        for index in runs.indices.reversed() {
            let missing = runs[index].files.prefix { !names.contains($0.url.lastPathComponent) }.count
            if missing == 0 { continue }
            if missing == runs[index].files.count {
                runs.remove(at: index)
            } else {
                runs[index].removeFirstFiles(missing)
            }
            states = KnownStates()
            matches = []
        }
    }

    /// Opens a file, and reads its lines.
    ///
    /// - Returns: Whether its first line is complete. A file that is no recording is opened, too.
    private func open(_ file: URL) throws(RecordingError) -> Bool {
        guard let bytes = bytes(of: file), let end = bytes.firstIndex(of: 0x0A) else { return isFolder == false }
        guard let header = try? JSONReader.read(bytes[..<end]), header["format"]?.text == RunHeader.format else {
            return true
        }
        guard header["version"]?.integer == RunHeader.version else {
            throw .unknownVersion("\(header["version"] ?? .null)")
        }
        var chain = LineChain()
        guard chain.accepts(bytes[..<end]) else { return true }
        let name = header["run"]?.text ?? ""
        if runs.last?.name != name {
            var run = RecordedRun(
                name: name, program: header["program"]?.text ?? "", build: header["build"]?.text ?? "",
                started: header["started"]?.double ?? 0, origin: header["origin"]?.double ?? 0)
            run.isCompacted = header["part"]?.integer ?? 1 > 1
            runs.append(run)
        }
        let index = runs.count - 1
        runs[index].lost += header["lost"]?.integer.map { Int($0) } ?? 0
        runs[index].append(RunFile(url: file, bytes: end + 1, chain: chain, firstTurn: runs[index].turns.count))
        readLines()
        return true
    }

    /// Reads the new lines of the last file.
    private func readLines() {
        guard let file = runs.last?.files.last, !file.isDamaged, let bytes = bytes(of: file.url) else { return }
        let run = runs.count - 1
        var start = file.bytes
        while start < bytes.count, let end = bytes[start...].firstIndex(of: 0x0A), runs[run].read(bytes, start..<end) {
            start = end + 1
        }
        runs[run].noteRead(start, isComplete: start == bytes.count)
    }

    /// Returns the bytes of a file. Those of the last file are kept.
    func bytes(of file: URL) -> [UInt8]? {
        if let memory { return memory }
        if let contents, contents.url == file, contents.bytes.count == RingFiles.size(of: file) {
            return contents.bytes
        }
        guard let data = try? Data(contentsOf: file) else { return nil }
        let bytes = Array(data)
        contents = (file, bytes)
        return bytes
    }

    /// Returns the run with a name; `nil` if it is gone.
    package func run(_ name: String) -> RecordedRun? { runs.last { $0.name == name } }

    // MARK: Details

    /// Returns the whole line of a turn; `nil` if its file is gone.
    package func line(of turn: RecordedTurn, in run: String) -> JSON? {
        self.run(run)?.file(turn.file).flatMap { line(turn.bytes, of: $0.url) }
    }

    func line(_ range: Range<Int>, of file: URL) -> JSON? {
        guard let bytes = bytes(of: file), range.upperBound <= bytes.count else { return nil }
        return try? JSONReader.read(bytes[range])
    }

    /// Returns the states of all stores after a turn, by number. For turn 0, the first recorded states.
    package func states(after id: UInt64, in name: String) -> [UInt64: JSON] { stores(after: id, in: name).states }

    /// Returns the states of all stores after a turn, and the places of those that belong to scenes.
    package func stores(after id: UInt64, in name: String) -> (states: [UInt64: JSON], places: [UInt64: StorePlace]) {
        guard let run = run(name) else { return ([:], [:]) }
        let end = run.firstPosition(from: id == .max ? id : id + 1)
        return stores(of: run, in: end > 0 ? run.turns[end - 1].file : run.fileNumbers.lowerBound, upTo: end)
    }

    /// Returns the states of all stores before a turn, and the places of those that belong to scenes. The first turn of a file follows the
    /// states at the start of the file, which contain the changes of turns that are lost.
    package func stores(
        before turn: RecordedTurn, in name: String
    ) -> (states: [UInt64: JSON], places: [UInt64: StorePlace]) {
        guard let run = run(name), let end = run.position(of: turn.id) else { return ([:], [:]) }
        return stores(of: run, in: turn.file, upTo: end)
    }

    private func stores(
        of run: RecordedRun, in number: Int, upTo end: Int
    ) -> (states: [UInt64: JSON], places: [UInt64: StorePlace]) {
        var walk = states.walk(run.name, number, upTo: end) ?? start(of: run, number)
        while walk.position < end { step(&walk, run) }
        // The stores whose first turn is the next one.
        addStores(&walk, run)
        return (walk.states, walk.places)
    }

    /// Returns the states at the start of a file.
    func start(of run: RecordedRun, _ number: Int) -> StateWalk {
        let positions = run.positions(in: number)
        var walk = StateWalk(run: run.name, file: number, position: positions.lowerBound)
        addStores(&walk, run)
        states.keep(walk, always: true)
        return walk
    }

    /// Moves the states to the next line.
    func step(_ walk: inout StateWalk, _ run: RecordedRun) {
        addStores(&walk, run)
        if let file = run.file(walk.file), let line = line(run.turns[walk.position].bytes, of: file.url) {
            walk.apply(line)
        }
        walk.position += 1
        states.keep(walk)
    }

    /// Adds the stores whose lines are before the next turn.
    func addStores(_ walk: inout StateWalk, _ run: RecordedRun) {
        guard let file = run.file(walk.file) else { return }
        while walk.storeLines < file.stores.count, file.stores[walk.storeLines].position <= walk.position {
            if let line = line(file.stores[walk.storeLines].bytes, of: file.url) { walk.add(line) }
            walk.storeLines += 1
        }
    }
}
