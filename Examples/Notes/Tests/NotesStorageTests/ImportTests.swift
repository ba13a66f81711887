import Foundation
import MillraceKit
import NotesCore
import Testing

@testable import NotesStorage

@MainActor @Suite("Importing a folder") struct ImportTests {
    private let data: Folder
    private let source: Folder
    private let engine: Engine

    init() throws {
        (data, source, engine) = (try Folder(), try Folder(), Engine())
        engine.registerHandlers(of: try Storage(folder: data.url))
    }

    private func runImport() async -> (added: [NoteSummary], skipped: [SkippedFile], reports: [ImportNotes.Progress]) {
        let reports = await engine.events(of: ImportNotes(folder: source.url.path)).compactMap { event in
            if case .progress(let report) = event { report } else { nil }
        }
        return (reports.flatMap(\.added), reports.flatMap(\.skipped), reports)
    }

    @Test("Imports Markdown files from all subfolders, and ignores other and hidden files") func tree()
        async throws
    {
        try source.write("# One\n\ntext", to: "one.md")
        try source.write("\u{FEFF}Two\r\nlines\r\n", to: "deep/er/two.MARKDOWN")
        try source.write("three", to: "three.txt")
        try source.write("four", to: ".hidden/four.md")
        try source.write("five", to: ".five.md")
        try FileManager.default.createSymbolicLink(
            at: source.url.appendingPathComponent("loop"), withDestinationURL: source.url)
        let (added, skipped, _) = await runImport()
        #expect(Set(added.map(\.headline.title)) == ["One", "Two"] && skipped.isEmpty)
        let two = try #require(added.first { $0.headline.title == "Two" })
        #expect(try await engine.output(of: ReadNote(two.id)).text == "Two\nlines\n")
    }

    @Test("Skips and reports files that are not UTF-8 or too long, and imports the others") func badFiles()
        async throws
    {
        try source.write("good", to: "a.md")
        try source.write(Data([0x66, 0xFF, 0xFE]), to: "bad.md")
        try source.write(Data(repeating: 0x61, count: Note.longestText + 1), to: "long.md")
        try source.write("", to: "z-empty.md")
        let (added, skipped, reports) = await runImport()
        #expect(added.map(\.headline.title) == ["good", ""])
        #expect(
            skipped == [
                SkippedFile("bad.md", because: "it is not UTF-8 text"),
                SkippedFile("long.md", because: "it is longer than 2 MB"),
            ])
        #expect(reports.last.map { [$0.done, $0.total] } == [4, 4])
    }

    @Test("A repeated import adds only new and changed files") func again() async throws {
        try source.write("one", to: "one.md")
        try source.write("one", to: "same text, other name.md")
        #expect(await runImport().added.count == 2)
        #expect(await runImport().added.isEmpty)
        try source.write("one, changed", to: "one.md")
        try source.write("two", to: "two.md")
        #expect(await runImport().added.map(\.headline.title) == ["one, changed", "two"])
        #expect(try await engine.output(of: LoadLibrary()).notes.count == 4)
    }

    @Test("An imported note has the time of its file") func time() async throws {
        try source.write("one", to: "one.md")
        let path = source.url.appendingPathComponent("one.md").path
        let date = Date(timeIntervalSince1970: 1_000_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        #expect(await runImport().added.map(\.modified) == [1_000_000_000])
    }

    @Test("Fails if the folder cannot be read, before the program starts") func unreadable() async {
        let path = "/nowhere/at all"
        #expect(await engine.events(of: ImportNotes(folder: path)).last == .failure(.unreadableFolder(path)))
        #expect(throws: MarkdownFolder.Unreadable.self) { _ = try MarkdownFolder(path) }
    }

    @Test("Imports 10,000 files, and reports the progress") func manyFiles() async throws {
        for number in 0..<10_000 {
            try source.write("# Note \(number)\n\ntext of it", to: "part \(number / 1_000)/note \(number).md")
        }
        let (added, skipped, reports) = await runImport()
        #expect(added.count == 10_000 && skipped.isEmpty)
        #expect(reports.count == 41, "one at the start, and one for each 250 files")
        #expect(reports.map(\.done) == reports.map(\.done).sorted())
        #expect(Set(added.map(\.id)).count == 10_000)
        #expect(try await engine.output(of: SearchNotes("note 7654", in: WindowID(1))).count == 1)
    }

    @Test("A transaction of long files has few of them, because the changes of all windows wait for it")
    func longFiles()
        async throws
    {
        for name in ["a", "b", "c"] { try source.write(Data(repeating: 0x61, count: 600_000), to: "\(name).md") }
        let (added, skipped, reports) = await runImport()
        #expect(added.count == 3 && skipped.isEmpty)
        #expect(reports.map(\.done) == [0, 2, 3])
    }
}
