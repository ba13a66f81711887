public import Foundation

/// A guide of a catalog. Its code must be in sources that are compiled and run.
public struct Guide {
    /// The folder of the package.
    public static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The lines of each block of Swift code. Blocks of text, such as the output of a program, are omitted.
    public let blocks: [[String]]

    /// Returns the contents of the file at `path`, relative to the folder of the package.
    public static func text(at path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// A code block has no end, or is neither Swift nor text.
    public struct Malformed: Error {
        /// The line with the error.
        public let line: String
    }

    /// Reads the guide at `path`, relative to the folder of the package.
    ///
    /// - Throws: ``Malformed`` for a block that has no end or is neither Swift nor text, and the errors of reading the file.
    public init(at path: String) throws { try self.init(Self.text(at: path)) }

    /// Reads a guide from its text.
    ///
    /// - Throws: ``Malformed`` for a block that has no end or is neither Swift nor text.
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

    /// Returns the blocks that are not consecutive lines of any of the sources, and the empty blocks.
    ///
    /// - Parameter paths: Files and folders, relative to the folder of the package. A folder includes all files in it.
    public func strays(in paths: String...) throws -> [String] {
        let sources = try paths.flatMap(files).map { lines(try Self.text(at: $0)) }
        return blocks.filter { block in !sources.contains { $0.containsRun(block) } }.map { $0.joined(separator: "\n") }
    }

    /// Returns the blocks that are not consecutive lines of this source, and the empty blocks.
    public func strays(inText source: String) -> [String] {
        let source = lines(source)
        return blocks.filter { !source.containsRun($0) }.map { $0.joined(separator: "\n") }
    }
}

/// Returns the file, or the Swift files in the folder.
private func files(at path: String) throws -> [String] {
    if path.hasSuffix(".swift") { return [path] }
    return try FileManager.default.subpathsOfDirectory(atPath: Guide.root.appending(path: path).path)
        .filter { $0.hasSuffix(".swift") }.map { "\(path)/\($0)" }
}

/// Returns the lines that are not blank, without the whitespace around them.
private func lines(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
}

extension [String] {
    /// Whether the lines of `run` appear here, one after the other. An empty run does not.
    fileprivate func containsRun(_ run: [String]) -> Bool {
        guard !run.isEmpty, run.count <= count else { return false }
        return (0...count - run.count).contains { self[$0..<$0 + run.count].elementsEqual(run) }
    }
}
