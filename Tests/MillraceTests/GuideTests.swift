import Foundation
import GuideBlocks
import Testing

/// What the guides show is compiled and run: it stands in the tests.
struct GuideTests {
    static let predecessors = ["Aftermath", "Amber", "Firestarter", "Quantum", "SwiftFlux"]

    @Test("Guides · every predecessor has its guide, and no guide is left out here")
    func guides() throws {
        let catalog = try FileManager.default.contentsOfDirectory(atPath: Guide.root.appending(path: catalog).path)
        let guides = catalog.filter { $0.hasPrefix("ComingFrom") }
        #expect(guides.sorted() == Self.predecessors.map { "ComingFrom\($0).md" }.sorted())
    }

    @Test(
        "Guides · every block of code is a run of lines of the tests",
        arguments: predecessors.map { "ComingFrom\($0)" } + ["Modules"])
    func blocks(guide name: String) throws {
        let guide = try Guide(at: "\(catalog)/\(name).md")
        #expect(!guide.blocks.isEmpty, "The guide shows no code.")
        #expect(try guide.strays(in: tests, "Tests/MillraceTests/Module") == [])
    }

    @Test("Guides · a guide tells the numbers that have tests, and no others", arguments: predecessors)
    func numbers(predecessor: String) throws {
        let guide = try Guide.text(at: "\(catalog)/ComingFrom\(predecessor).md")
        let tests = try Guide.text(at: "\(tests)/\(predecessor)Tests.swift")
        let told = Set(guide.matches(of: #/\| ([A-Z]\d+) \|/#).map(\.1))
        let tested = Set(tests.matches(of: #/@Test\("([A-Z]\d+) · /#).map(\.1))
        #expect(!told.isEmpty && told == tested)
    }

    @Test("Guides · each law names the files that keep it, and they are there")
    func keepers() throws {
        let laws = try Guide.text(at: "\(catalog)/Rules.md").split(separator: "\n## ").dropFirst()
        #expect(laws.count == 11)
        for law in laws {
            let kept = law.firstMatch(of: #/\*Kept by:\* (.+)\./#)?.1 ?? ""
            let files = kept.matches(of: #/`([^`]+)`/#).map { String($0.1) }
            #expect(!files.isEmpty, "No file keeps \(law.prefix(20)).")
            for file in files {
                #expect(FileManager.default.fileExists(atPath: Guide.root.appending(path: file).path), "\(file)")
            }
        }
    }

    @Test("Guides · a block that stands nowhere is noticed, and so is one that is empty, has no end or no language")
    func notices() throws {
        let source = "a\n  b {\n\n\tc\n}\n"
        let guide = try Guide("Text\n```swift\n\nb {\n    c\n```\nMore\n```text\nno code\n```\n```swift\na\n```")
        #expect(guide.blocks == [["b {", "c"], ["a"]])
        for block in ["a\nb {", "c\n}", source] {
            #expect(try Guide("```swift\n\(block)\n```").strays(inText: source) == [])
        }
        for block in ["a\nc", "d", "}\na", ""] {
            #expect(try Guide("```swift\n\(block)\n```").strays(inText: source) == [block])
        }
        #expect(try Guide("Text").blocks == [])
        for guide in ["```swift\na", "```\na\n```", "```swift\na\n```swift"] {
            #expect(throws: Guide.Malformed.self) { try Guide(guide) }
        }
    }
}

private let catalog = "Sources/Millrace/Millrace.docc"
private let tests = "Tests/MillraceTests/Predecessors"
