#if (Tool || App) && (os(Linux) || os(macOS))
    import ArgumentParser
    import MillraceTool

    /// Replays a recording.
    struct ReplayCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "replay", abstract: "Replays a recording with the reducers of a package.",
            discussion: "Runs the suite Replays of the package's tests. Prints the first difference.")

        @Argument(
            help: "The recording: a file, or the folder of a recorder, whose last run is replayed.",
            completion: .file(extensions: ["jsonl"]))
        var file: String

        @Option(help: ArgumentHelp("The folder of the package.", valueName: "path"), completion: .directory)
        var package = "."

        func run() throws {
            try perform { console throws(ToolError) in
                let tests = try PackageTests(of: url(package, isFolder: true), console: console)
                let result = try tests.replay(url(file))
                for warning in result.warnings { console.print(warning) }
                console.print(console.colored(result.answer, .green))
            }
        }
    }
#endif
