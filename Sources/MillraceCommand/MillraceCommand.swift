#if (Tool || App) && (os(Linux) || os(macOS))
    import ArgumentParser
    import Foundation
    import MillraceTool

    /// The command-line tool.
    @main struct MillraceCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "millrace",
            abstract: "Creates packages and modules, replays recordings, checks storages, and draws graphs.",
            discussion: """
                From a checkout of Millrace: swift run --traits App millrace …
                Inside a package: swift package --allow-writing-to-package-directory millrace …
                """,
            subcommands: [
                NewCommand.self, ModuleCommand.self, ReplayCommand.self, JournalCommand.self, InspectCommand.self,
                StorageCommand.self, GraphCommand.self, DoctorCommand.self,
            ])

        static func main() async {
            do {
                var command = try parseAsRoot()
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
            } catch {
                guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
                // Some sentences of the library end with a full stop.
                let sentence = message(for: error)
                report("\(ToolError(sentence.hasSuffix(".") ? sentence : "\(sentence)."))")
                exit(withError: ExitCode.validationFailure)
            }
        }
    }

    /// Writes a problem as one sentence to the standard error.
    private func report(_ sentence: String) { FileHandle.standardError.write(Data("millrace: \(sentence)\n".utf8)) }

    /// Runs a command. Reports a problem, and ends with the status 1.
    func perform(_ body: (Console) throws(ToolError) -> Void) throws {
        do throws(ToolError) { try body(Console()) } catch {
            report("\(error)")
            throw ExitCode.failure
        }
    }

    /// The file or folder with this path.
    func url(_ path: String, isFolder: Bool = false) -> URL {
        URL(fileURLWithPath: path, isDirectory: isFolder).standardizedFileURL
    }

    // `--durable` selects the template that is not among the choices.
    extension Template: ExpressibleByArgument {
        /// The template with this name, if it is among the choices.
        public init?(argument: String) {
            guard let choice = Template.choices.first(where: { $0.rawValue == argument }) else { return nil }
            self = choice
        }

        /// The names of the choices.
        public static var allValueStrings: [String] { choices.map(\.rawValue) }
    }
#else

    /// The program without the package traits `App` and `Tool`, and so without its commands.
    @main struct MillraceCommand {
        static func main() {
            let sentence = "millrace: Enable the package trait App: swift run --traits App millrace --help\n"
            FileHandle.standardError.write(Data(sentence.utf8))
            exit(1)
        }
    }
#endif
