import ArgumentParser
import Foundation
import NotesStorage

/// The program. It reads the options, and prints an error in one sentence.
@main struct NotesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notes",
        abstract: "Takes notes in your browser and stores them on this computer.",
        discussion: """
            Opens the notes in the data folder and serves their page at http://127.0.0.1, for this computer only. \
            Press Ctrl-C to quit. Unsaved text is saved first.
            """)

    @Option(help: ArgumentHelp("The folder of notes.sqlite. It is created if it is missing.", valueName: "dir"))
    var data = "data"

    @Option(help: "The port of the page; 0 selects a free port.")
    var port: UInt16 = 8080

    @Option(
        name: .customLong("import"),
        help: ArgumentHelp(
            "Imports the Markdown files (.md, .markdown) in this folder and its subfolders. Skips files that were "
                + "imported before and have not changed.", valueName: "dir"))
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
