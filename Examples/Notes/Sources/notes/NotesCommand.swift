import ArgumentParser
import Foundation
import MillraceWeb
import NotesStorage
import NotesViews

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
        help: ArgumentHelp(
            "The host name under which a proxy on this computer serves the pages. The proxy must send X-Forwarded-For, "
                + "X-Forwarded-Proto and X-Forwarded-Host.", valueName: "name"))
    var site: String?

    @Option(
        help: ArgumentHelp(
            "The number of pages that can be open at the same time, also from one address. Without this option, 200, "
                + "and 100 from one address.", valueName: "count"))
    var pages: Int?

    @Option(
        name: .customLong("import"),
        help: ArgumentHelp(
            "Imports the Markdown files (.md, .markdown) in this folder and its subfolders. Skips files that were "
                + "imported before and have not changed.", valueName: "dir"))
    var importFolder: String?

    @Flag(help: "Records what the library does in the data folder, and prints the link of a page that explains it.")
    var inspect = false

    @Option(
        help: ArgumentHelp(
            "Opens only the page that explains this recording of --inspect. The notes are not opened.",
            valueName: "dir"))
    var inspectRecording: String?

    func validate() throws {
        guard (1...100_000).contains(pages ?? 1) else { throw ValidationError("--pages must be between 1 and 100000.") }
    }

    func run() async throws {
        let configuration = LivePages.Configuration.notes(site: site, pages: pages)
        FileDescriptorLimit.raise(for: configuration.limits.connections)
        do {
            if let inspectRecording {
                return try await Program.inspect(recording: URL(fileURLWithPath: inspectRecording))
            }
            let program = try await Program(
                data: data, importFolder: importFolder, port: port, inspects: inspect, configuration)
            try await program.run()
        } catch {
            FileHandle.standardError.write(Data("notes: \(error)\n".utf8))
            throw ExitCode.failure
        }
    }
}
