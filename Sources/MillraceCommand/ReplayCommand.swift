#if (Tool || App) && (os(Linux) || os(macOS))
    import ArgumentParser
    import MillraceTool

    /// Replays a recording.
    struct ReplayCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "replay", abstract: "Replays a recording with the reducers of a package.",
            discussion: "Runs the suite Replays of the package's tests. Prints the first difference.")

        @Argument(
            help: "The recording: a file, or a folder whose newest session is replayed.",
            completion: .file(extensions: ["jsonl"]))
        var file: String

        @Option(help: ArgumentHelp("The folder of the package.", valueName: "path"), completion: .directory)
        var package = "."

        func run() throws {
            try perform { console throws(ToolError) in
                let tests = try PackageTests(of: url(package, isFolder: true), console: console)
                console.print(console.colored(try tests.replay(url(file)), .green))
            }
        }
    }
#endif
