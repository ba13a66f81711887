import ArgumentParser
import Foundation
import NotesStorage

/// The program: reads the options, and says in one sentence why it cannot go on.
@main struct NotesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notes",
        abstract: "Notes in your browser, kept on this machine.",
        discussion: """
            Opens the notes in the data folder and serves their page at http://127.0.0.1, to this machine only. \
            Press Ctrl-C to end: whatever was typed is saved first.
            """)

    @Option(help: ArgumentHelp("The folder of notes.sqlite; it is made if missing.", valueName: "dir"))
    var data = "data"

    @Option(help: "The port of the page; 0 takes any that is free.")
    var port: UInt16 = 8080

    @Option(
        name: .customLong("import"),
        help: ArgumentHelp(
            "Imports the Markdown files (.md, .markdown) in this folder and the folders in it. What was imported "
                + "before, unchanged, is left out, so it can be repeated.", valueName: "dir"))
    var importFolder: String?

    func run() async throws {
        do {
            let program = try await Program(data: data, port: port, importFolder: importFolder)
            try await program.run()
        } catch {
            FileHandle.standardError.write(Data("notes: \(error)\n".utf8))
            throw ExitCode.failure
        }
    }
}
