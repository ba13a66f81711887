#if (Tool || App) && (os(Linux) || os(macOS))
    import ArgumentParser
    import Foundation
    import MillraceTool

    /// Draws the graph of a feature.
    struct GraphCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "graph", abstract: "Draws the states and actions of a feature as SVG.",
            discussion: "Runs the suite Graphs of the package's tests. Uses Graphviz. Never replaces a file.")

        @Argument(help: "The name of the reducer, such as TodoList.")
        var feature: String

        @Option(help: ArgumentHelp("The file to create. Defaults to the name of the feature.", valueName: "file"))
        var output: String?

        @Option(help: ArgumentHelp("The folder of the package.", valueName: "path"), completion: .directory)
        var package = "."

        func run() throws {
            try perform { console throws(ToolError) in
                try Identifier.type(feature)
                let file = url(output ?? "\(feature).svg")
                // The tests take minutes, so a wrong path is reported before them.
                try FileSystem.checkNew(file)
                let tests = try PackageTests(of: url(package, isFolder: true), console: console)
                try FileSystem.create(file, try tests.graph(of: feature))
                console.print("created \(output ?? "\(feature).svg")")
            }
        }
    }
#endif
