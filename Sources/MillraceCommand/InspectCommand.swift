#if Inspector && (Tool || App) && (os(Linux) || os(macOS))
    import ArgumentParser
    import Dispatch
    import Foundation
    import MillraceDurable
    import MillraceInspector
    import MillraceJournal
    import MillraceTool

    /// Opens the page that explains a recording.
    struct InspectCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "inspect", abstract: "Serves a page that explains a recording of an engine, until Ctrl-C.",
            discussion: """
                Of a file of durable engines, it shows the states, the work in flight and the dead letters. \
                The page is for this computer only. The first browser that opens the printed link gets in. The program may still write the \
                recording. Nothing is changed.
                """)

        @Argument(
            help: "The folder of a recorder, one of its files, or the SQLite file of a storage.", completion: .file())
        var recording: String

        @Option(help: "The port of the page; 0 selects a free port.")
        var port: UInt16 = 0

        @Option(help: ProgramInspector.help)
        var program: String?

        func run() throws {
            if let program {
                return try perform { _ throws(ToolError) in try ProgramInspector.run(program, url(recording)) }
            }
            let (file, port) = (url(recording), port)
            Task {
                do throws(ToolError) { try await Self.serve(file, port) } catch {
                    do { try perform { _ throws(ToolError) in throw error } } catch { Self.exit(withError: error) }
                }
                Self.exit()
            }
            // The server runs until Ctrl-C, and the task ends the process.
            dispatchMain()
        }

        private static func serve(_ file: URL, _ port: UInt16) async throws(ToolError) {
            let inspector: Inspector
            do { inspector = try await Self.inspector(of: file) } catch { throw ToolError("\(error)") }
            let server = InspectorServer(inspector, port: port)
            do {
                async let running: Void = server.runUntilSignal()
                let line = "The inspector is at \(try await server.link) Press Ctrl-C to quit.\n"
                // A pipe or a file gets the line at once, too.
                FileHandle.standardOutput.write(Data(line.utf8))
                try await running
            } catch { throw ToolError("\(error)") }
        }

        private static func inspector(of file: URL) async throws -> Inspector {
            let start = try? FileHandle(forReadingFrom: file).read(upToCount: 16)
            guard start == Data("SQLite format 3\0".utf8) else { return try await Inspector(recording: file) }
            return try await Inspector(DurableStorage.recording(of: file.path))
        }
    }
#elseif (Tool || App) && (os(Linux) || os(macOS))
    import ArgumentParser
    import MillraceTool

    /// Says how the page that explains a recording is built. It contains a server, which the other commands do not need.
    struct InspectCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "inspect", abstract: "Serves a page that explains a recording of an engine.",
            discussion:
                "Without --program, it needs the trait Inspector: swift run --traits App,Inspector millrace inspect FILE"
        )

        @Argument(help: "The folder of a recorder, or one of its files.", completion: .file())
        var recording: String

        @Option(help: ProgramInspector.help)
        var program: String?

        func run() throws {
            if let program {
                return try perform { _ throws(ToolError) in try ProgramInspector.run(program, url(recording)) }
            }
            try perform { _ throws(ToolError) in
                throw ToolError(
                    "This build has no inspector. Enable its trait: swift run --traits App,Inspector millrace inspect \(recording)"
                )
            }
        }
    }
#endif
