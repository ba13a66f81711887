#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The lines of a run that a ``Recorder`` has written, one after another. Each is checked.
///
/// Nothing but one file at a time is in memory, so a replay can read all of a long run.
package struct RunLines: Sequence {
    /// A line of a run.
    package struct Line {
        /// Its number among the lines of all files of the run, from 1.
        package let number: Int
        package let content: Content
    }

    package enum Content {
        case json(JSON)
        /// The line is damaged. The rest of its file is not read.
        case damaged
        /// The last line of its file is not complete.
        case incomplete
    }

    /// The name of the file, or a pattern of the names of several files.
    package let name: String
    private let files: [URL]

    /// Selects the last run of a folder, or the one of a single file.
    ///
    /// - Throws: ``RecordingError/unreadable(file:reason:)`` if there is none, or ``RecordingError/unknownVersion(_:)``.
    package init(_ url: URL) throws(RecordingError) {
        let files = RingFiles.isFolder(url) ? RingFiles.all(in: url) : [url]
        guard let last = files.last(where: { Self.header(of: $0) != nil }), let header = Self.header(of: last) else {
            throw .unreadable(file: url.path, reason: "It contains no recording of an engine.")
        }
        guard header["version"]?.integer == RunHeader.version else {
            throw .unknownVersion("\(header["version"] ?? .null)")
        }
        let run = last.lastPathComponent.lastIndex(of: "-").map { last.lastPathComponent[...$0] }
        self.files = files.count > 1 ? files.filter { $0.lastPathComponent.hasPrefix(run ?? "") } : files
        name = self.files.count > 1 ? "\(run ?? "")*.jsonl" : last.lastPathComponent
    }

    /// Whether a file or a folder has the recording of an engine.
    package static func exist(at url: URL) -> Bool {
        RingFiles.isFolder(url) ? !RingFiles.all(in: url).isEmpty : header(of: url) != nil
    }

    private static func header(of file: URL) -> JSON? {
        guard let data = try? Data(contentsOf: file, options: .mappedIfSafe), let end = data.firstIndex(of: 0x0A),
            let header = try? JSONReader.read(ArraySlice(data[..<end])), header["format"]?.text == RunHeader.format
        else { return nil }
        return header
    }

    package func makeIterator() -> Iterator { Iterator(files) }

    package struct Iterator: IteratorProtocol {
        private var files: ArraySlice<URL>
        private var rest: ArraySlice<UInt8> = []
        private var chain = LineChain()
        private var number = 0

        fileprivate init(_ files: [URL]) { self.files = files[...] }

        package mutating func next() -> Line? {
            while rest.isEmpty {
                guard let file = files.popFirst() else { return nil }
                // A recorder that runs may have removed it.
                rest = (try? Data(contentsOf: file)).map { ArraySlice($0) } ?? []
                chain = LineChain()
            }
            number += 1
            return Line(number: number, content: content())
        }

        private mutating func content() -> Content {
            guard let end = rest.firstIndex(of: 0x0A) else {
                rest = []
                return .incomplete
            }
            let line = rest[..<end]
            guard chain.accepts(line), let json = try? JSONReader.read(line) else {
                number += rest[(end + 1)...].count(where: { $0 == 0x0A })
                rest = []
                return .damaged
            }
            rest = rest[(end + 1)...]
            return .json(json)
        }
    }
}

extension RunLines {
    /// The names of the reducers that have reduced a message.
    package var reducers: Set<String> {
        var names: [UInt64: String] = [:]
        var reducers: Set<String> = []
        for case .json(let line) in lazy.map(\.content) {
            if let number = line["store"]?.integer, let type = line["type"]?.text, line["turn"] == nil {
                names[number] = type
            }
            for reduction in line["reductions"]?.elements ?? [] {
                if let name = reduction["store"]?.integer.flatMap({ names[$0] }) { reducers.insert(name) }
            }
        }
        return reducers
    }

    /// Returns the chain of causes of a turn, as one line each: the message from outside, or the oldest recorded cause, first.
    package func chain(to id: UInt64) -> [String] {
        var turns: [RecordedTurn] = []
        for case .json(let line) in lazy.map(\.content) {
            guard let turn = RecordedTurn(line) else { continue }
            turns.append(turn)
            if turn.last >= id { break }
        }
        // A cause can be one of the turns that a line counts.
        func find(_ id: UInt64) -> RecordedTurn? { turns.last { $0.id <= id && id <= $0.last } }
        var chain: [RecordedTurn] = []
        var next = find(id)
        while let turn = next {
            chain.append(turn)
            next = turn.cause < turn.id ? find(turn.cause) : nil
        }
        return chain.reversed().map { "\($0.kind) \($0.title)" }
    }
}
