public import Foundation

/// A guide of a catalog, whose code has to stand in sources that are compiled and run.
public struct Guide {
    /// The folder of the package.
    public static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The lines of each block of code; what is marked as text, as is what a program says, is none.
    public let blocks: [[String]]

    /// What stands in a file at a path from the folder of the package.
    public static func text(at path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Its blocks cannot be told apart.
    public struct Malformed: Error {
        /// Where that is seen.
        public let line: String
    }

    /// Reads a guide at a path from the folder of the package.
    ///
    /// - Throws: ``Malformed`` for a block that has no end, or is neither Swift nor text, and what reading throws.
    public init(at path: String) throws { try self.init(Self.text(at: path)) }

    /// A guide that reads like this.
    ///
    /// - Throws: ``Malformed`` for a block that has no end, or is neither Swift nor text.
    public init(_ text: String) throws {
        var (blocks, open) = ([[String]](), (isCode: Bool, lines: [String])?.none)
        for line in lines(text) {
            if !line.hasPrefix("```") {
                open?.lines.append(line)
            } else if let block = open {
                guard line == "```" else { throw Malformed(line: line) }
                if block.isCode { blocks.append(block.lines) }
                open = nil
            } else {
                guard ["```swift", "```text"].contains(line) else { throw Malformed(line: line) }
                open = (line == "```swift", [])
            }
        }
        if let open { throw Malformed(line: open.lines.last ?? "") }
        self.blocks = blocks
    }

    /// The blocks that are no run of lines of one of the sources, and those that are empty.
    ///
    /// - Parameter paths: files, and folders with all that is in them, from the folder of the package.
    public func strays(in paths: String...) throws -> [String] {
        let sources = try paths.flatMap(files).map { lines(try Self.text(at: $0)) }
        return blocks.filter { block in !sources.contains { $0.holds(block) } }.map { $0.joined(separator: "\n") }
    }

    /// The blocks that are no run of lines of this source, and those that are empty.
    public func strays(inText source: String) -> [String] {
        let source = lines(source)
        return blocks.filter { !source.holds($0) }.map { $0.joined(separator: "\n") }
    }
}

/// The file, or the Swift files in the folder.
private func files(at path: String) throws -> [String] {
    if path.hasSuffix(".swift") { return [path] }
    return try FileManager.default.subpathsOfDirectory(atPath: Guide.root.appending(path: path).path)
        .filter { $0.hasSuffix(".swift") }.map { "\(path)/\($0)" }
}

/// The lines that say something, without the whitespace around them.
private func lines(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
}

extension [String] {
    /// Whether `run`, which is not empty, stands here, line after line.
    fileprivate func holds(_ run: [String]) -> Bool {
        guard !run.isEmpty, run.count <= count else { return false }
        return (0...count - run.count).contains { self[$0..<$0 + run.count].elementsEqual(run) }
    }
}
