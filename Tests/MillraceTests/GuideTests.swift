import Foundation
import Testing

/// What the guides show is compiled and run: it stands in the tests.
struct GuideTests {
    static let predecessors = ["Aftermath", "Amber", "Firestarter", "Quantum", "SwiftFlux"]
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test("Guides · every predecessor has its guide, and no guide is left out here")
    func guides() throws {
        let catalog = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: catalog).path)
        let guides = catalog.filter { $0.hasPrefix("ComingFrom") }
        #expect(guides.sorted() == Self.predecessors.map { "ComingFrom\($0).md" }.sorted())
    }

    @Test(
        "Guides · every block of code is a run of lines of the tests",
        arguments: predecessors.map { "ComingFrom\($0)" } + ["Modules"])
    func blocks(guide name: String) throws {
        let guide = try text("\(catalog)/\(name).md")
        let sources = try sources()
        let blocks = try codeBlocks(of: guide)
        #expect(!blocks.isEmpty, "The guide shows no code.")
        for block in blocks {
            let shown = block.joined(separator: "\n")
            #expect(sources.contains { $0.contains(block) }, "These lines stand nowhere:\n\(shown)")
        }
    }

    @Test("Guides · a guide tells the numbers that have tests, and no others", arguments: predecessors)
    func numbers(predecessor: String) throws {
        let guide = try text("\(catalog)/ComingFrom\(predecessor).md")
        let tests = try text("\(tests)/\(predecessor)Tests.swift")
        let told = Set(guide.matches(of: #/\| ([A-Z]\d+) \|/#).map(\.1))
        let tested = Set(tests.matches(of: #/@Test\("([A-Z]\d+) · /#).map(\.1))
        #expect(!told.isEmpty && told == tested)
    }

    @Test("Guides · a block that stands nowhere is noticed, and so is one that is empty, has no end or is no Swift")
    func notices() throws {
        let source = lines("a\n  b {\n\n\tc\n}\n")
        #expect(source == ["a", "b {", "c", "}"])
        let guide = "Text\n```swift\n\nb {\n    c\n```\nMore\n```swift\na\n```"
        #expect(try codeBlocks(of: guide) == [["b {", "c"], ["a"]])
        for block in [["a", "b {"], ["c", "}"], source] { #expect(source.contains(block)) }
        for block in [["a", "c"], ["d"], ["}", "a"], []] { #expect(!source.contains(block)) }
        #expect(try codeBlocks(of: "Text") == [])
        for guide in ["```swift\na", "```\na\n```", "```swift\na\n```swift"] {
            #expect(throws: Malformed.self) { try codeBlocks(of: guide) }
        }
    }
}

private let catalog = "Sources/Millrace/Millrace.docc"
private let tests = "Tests/MillraceTests/Predecessors"

/// A guide whose blocks cannot be told apart.
private struct Malformed: Error { let line: String }

private func text(_ path: String) throws -> String {
    try String(contentsOf: GuideTests.root.appending(path: path), encoding: .utf8)
}

/// The lines of each source of the predecessors' tests, and of those of the modules.
private func sources() throws -> [[String]] {
    try [tests, "Tests/MillraceTests/Module"].flatMap { folder in
        let paths = try FileManager.default.subpathsOfDirectory(atPath: GuideTests.root.appending(path: folder).path)
        return try paths.filter { $0.hasSuffix(".swift") }.map { lines(try text("\(folder)/\($0)")) }
    }
}

/// The lines that say something, without the whitespace around them.
private func lines(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
}

/// The lines of each block of code of a guide.
private func codeBlocks(of guide: String) throws -> [[String]] {
    var blocks: [[String]] = []
    var open: [String]?
    for line in lines(guide) {
        if !line.hasPrefix("```") {
            open?.append(line)
        } else if let block = open {
            guard line == "```" else { throw Malformed(line: line) }
            blocks.append(block)
            open = nil
        } else {
            guard line == "```swift" else { throw Malformed(line: line) }
            open = []
        }
    }
    if let last = open?.last { throw Malformed(line: last) }
    return blocks
}

extension [String] {
    /// Whether `run`, which is not empty, stands here, line after line.
    fileprivate func contains(_ run: [String]) -> Bool {
        guard !run.isEmpty, run.count <= count else { return false }
        return (0...count - run.count).contains { self[$0..<$0 + run.count].elementsEqual(run) }
    }
}
