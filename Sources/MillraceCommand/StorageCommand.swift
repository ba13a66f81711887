#if (Tool || App) && (os(Linux) || os(macOS))
    import ArgumentParser
    import Foundation
    import MillraceDurable
    import MillraceTool

    /// Checks the files of durable engines.
    struct StorageCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "storage", abstract: "Checks, copies or moves what durable engines have stored.",
            subcommands: subcommands)

        private static var subcommands: [any ParsableCommand.Type] {
            #if App || (SQLite && Tool)
                [Check.self, Backup.self, Move.self]
            #else
                [Check.self]
            #endif
        }

        struct Check: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Checks that the reducers of a package reduce the kept actions to the stored values.",
                discussion: """
                    Runs the suite Storages of the package's tests. Prints the answer for each engine. Does not change the \
                    file, and calls no handler. The program can run meanwhile.
                    """)

            @Argument(
                help: "The file of the storage, such as data/jobs.sqlite.",
                completion: .file(extensions: ["sqlite", "sqlite3", "db"]))
            var file: String

            @Option(help: ArgumentHelp("The folder of the package.", valueName: "path"), completion: .directory)
            var package = "."

            func run() throws {
                try perform { console throws(ToolError) in
                    let tests = try PackageTests(of: url(package, isFolder: true), console: console)
                    for line in try tests.checkStorage(url(file)) { console.print(console.colored(line, .green)) }
                }
            }
        }
    }

    #if App || (SQLite && Tool)
        extension StorageCommand {
            struct Backup: ParsableCommand {
                static let configuration = CommandConfiguration(
                    abstract: "Copies the file to a new one, also while a program uses it.",
                    discussion: """
                        The work in the copy keeps its keys. New work of a program that uses the copy gets keys that were never \
                        used.
                        """)

                @Argument(help: "The file of the storage.", completion: .file(extensions: ["sqlite", "sqlite3", "db"]))
                var file: String

                @Argument(help: "The file to create.")
                var copy: String

                func run() throws {
                    try perform { console throws(ToolError) in
                        do throws(DurableError) {
                            try DurableStorage.backUpNow(url(file).path, to: url(copy).path)
                        } catch {
                            throw ToolError("\(error)")
                        }
                        console.print("created \(copy)")
                    }
                }
            }

            struct Move: AsyncParsableCommand {
                static let configuration = CommandConfiguration(
                    abstract: "Copies the storage of a stopped program to another one, which is empty.",
                    discussion: """
                        Each of them is a SQLite file or the URL of a PostgreSQL database, such as postgres://db/shop. The second is \
                        created if it is missing. The first one does not change: start the program with the second one only.
                        """)

                @Argument(help: "The storage: a file, or a URL.", completion: .file())
                var storage: String

                @Argument(help: "The new storage: a file, or a URL.", completion: .file())
                var target: String

                func run() async throws {
                    let result: Result<Void, DurableError>
                    do throws(DurableError) {
                        result = .success(try await DurableStorage.move(from: storage, to: target))
                    } catch { result = .failure(error) }
                    try perform { console throws(ToolError) in
                        if case .failure(let error) = result { throw ToolError("\(error)") }
                        console.print("moved \(storage) to \(target)")
                    }
                }
            }
        }
    #endif
#endif
