#if (Tool || App) && (os(Linux) || os(macOS))
    import ArgumentParser
    import Foundation
    import MillraceTool

    /// Adds a module to a package.
    struct ModuleCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "module", abstract: "Adds a module, its view, its test and its route to a package.",
            discussion: """
                Writes three files and adds the module to Page.swift. Never replaces a file.

                Example: millrace module Profile --requires "id: Int" --output "chose(id: Int)" --shows Detail

                Fields have the types Int, String, Bool or Double.
                """)

        @Argument(help: "The name of the module, such as Profile.")
        var name: String

        @Option(
            help: ArgumentHelp("The data that it requires, such as \"id: Int, name: String\".", valueName: "fields"))
        var requires = ""

        @Option(
            help: ArgumentHelp("An input, such as reset or \"select(id: Int)\". Can be repeated.", valueName: "case"))
        var input: [String] = []

        @Option(help: ArgumentHelp("An output, such as \"chose(id: Int)\". Can be repeated.", valueName: "case"))
        var output: [String] = []

        @Option(help: ArgumentHelp("A module of the package that it shows. Can be repeated.", valueName: "module"))
        var shows: [String] = []

        @Option(help: ArgumentHelp("The folder of the package.", valueName: "path"), completion: .directory)
        var package = "."

        func run() throws {
            try perform { console throws(ToolError) in
                let request = try ModuleRequest(
                    name, requires: requires, inputs: input, outputs: output, shows: shows)
                let folder = url(package, isFolder: true)
                let (created, changed) = try PackageLayout(folder).add(request)
                for file in created { console.print("created \(file)") }
                console.print("changed \(changed)")
                try SourceFormat(of: folder, console: console).format(created + [changed])
            }
        }
    }
#endif
