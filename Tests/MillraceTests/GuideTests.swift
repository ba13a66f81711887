import Foundation
import GuideBlocks
import Testing

/// Checks the guides against the tests: their code is compiled and run, and each of their numbers has a test.
struct GuideTests {
    static let predecessors = ["Aftermath", "Amber", "Firestarter", "Quantum", "SwiftFlux"]

    @Test("Guides · every predecessor has a guide, and every guide is tested here")
    func guides() throws {
        let catalog = try FileManager.default.contentsOfDirectory(atPath: Guide.root.appending(path: catalog).path)
        let guides = catalog.filter { $0.hasPrefix("ComingFrom") }
        // GuideTests checks the guides for other architectures.
        let others = ["Elm", "Redux", "TCA"]
        #expect(guides.sorted() == (Self.predecessors + others).map { "ComingFrom\($0).md" }.sorted())
    }

    @Test(
        "Guides · every code block consists of consecutive lines of the tests",
        arguments: predecessors.map { "ComingFrom\($0)" } + ["Modules"])
    func blocks(guide name: String) throws {
        let guide = try Guide(at: "\(catalog)/\(name).md")
        #expect(!guide.blocks.isEmpty, "The guide shows no code.")
        #expect(try guide.strays(in: tests, "Tests/MillraceTests/Module") == [])
    }

    @Test("Guides · a guide lists exactly the numbers that have tests", arguments: predecessors)
    func numbers(predecessor: String) throws {
        let guide = try Guide.text(at: "\(catalog)/ComingFrom\(predecessor).md")
        let tests = try Guide.text(at: "\(tests)/\(predecessor)Tests.swift")
        let listed = Set(guide.matches(of: #/\| ([A-Z]\d+) \|/#).map(\.1))
        let tested = Set(tests.matches(of: #/@Test\("([A-Z]\d+) · /#).map(\.1))
        #expect(!listed.isEmpty && listed == tested)
    }

    @Test("Guides · each law links to the files that keep it, and they exist")
    func implementingFiles() throws {
        let laws = try Guide.text(at: "\(catalog)/Rules.md").split(separator: "\n## ").dropFirst()
        #expect(laws.count == 12)
        let folder = Guide.root.appending(path: catalog)
        for law in laws {
            let kept = law.range(of: "*Kept by:*").map { law[$0.upperBound...] } ?? ""
            let links = kept.matches(of: #/\[`([^`]+)`\]\(([^)]+)\)/#)
            #expect(!links.isEmpty, "The law “\(law.prefix(20))…” links to no file.")
            #expect(
                kept.matches(of: #/`([^`]+)`/#).count == links.count,
                "“\(law.prefix(20))…” names a file without a link.")
            for link in links {
                let file = Guide.root.appending(path: link.1).standardized.path
                #expect(FileManager.default.fileExists(atPath: file), "The file \(link.1) does not exist.")
                #expect(
                    folder.appending(path: link.2).standardized.path == file, "\(link.2) is not the path of \(link.1).")
            }
        }
    }

    @Test("Guides · a block without matching lines is reported; so is one that is empty, or has no end or no language")
    func mismatches() throws {
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
