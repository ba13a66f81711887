#if (Tool || App) && (os(Linux) || os(macOS))
    import ArgumentParser
    import Foundation
    import MillraceTool

    /// Creates a package.
    struct NewCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "Creates a package in a new folder.",
            discussion: """
                The package has a core without Foundation, tests, an exploration that finds a bug in the first draft, and \
                a README with two commands.
                """)

        @Argument(help: "The name of the package and its folder, such as todo-list.")
        var name: String

        @Option(
            help: """
                The kind of package: an application with live pages that survives the end of the process, a program without \
                a page, or a library. Defaults to web, which needs SQLite: libsqlite3-dev on Debian.
                """)
        var template: Template?

        @Flag(
            help: """
                Creates a worker whose state, delays and commands in flight survive the end of the process, also after a \
                crash. It needs SQLite.
                """)
        var durable = false

        @Option(
            help: ArgumentHelp(
                "A checkout of Millrace, on which the package depends by its path. Defaults to the checkout of this tool.",
                valueName: "path"), completion: .directory)
        var millrace: String?

        func run() throws {
            try perform { console throws(ToolError) in
                let template = try Template.selected(template, isDurable: durable)
                let own = Bundle.main.executableURL.flatMap { Checkout(containing: $0.resolvingSymlinksInPath()) }
                let named = try millrace.map { path throws(ToolError) in try Checkout(at: path) }
                guard let checkout = named ?? own else {
                    throw ToolError("This tool is not in a checkout of Millrace: name one with --millrace PATH.")
                }
                let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
                let files = try template.create(
                    name, in: here, from: Template.folder(of: own ?? checkout), dependingOn: checkout)
                for file in files { console.print("created \(name)/\(file)") }
                try SourceFormat(of: here.appending(path: name), console: console).format(files)
                console.print(
                    console.colored("\(name) is ready.", .green) + " Next: cd \(name) && \(template.firstCommands)")
            }
        }
    }
#endif
