#if os(Linux) || os(macOS)
    package import Foundation

    /// Formats new and changed sources of a package.
    package struct SourceFormat {
        private let folder: URL
        private let console: Console

        /// Uses the file `.swift-format` of the package in a folder.
        package init(of folder: URL, console: Console) { (self.folder, self.console) = (folder, console) }

        /// Formats the Swift sources among the files with these paths. Changes nothing in a package without `.swift-format`.
        ///
        /// - Throws: ``ToolError`` if `swift format` fails.
        package func format(_ paths: [String]) throws(ToolError) {
            let configuration = folder.appending(path: ".swift-format")
            guard FileSystem.exists(configuration) else { return }
            let sources = paths.filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0).path }
            let arguments = ["swift", "format", "format", "--in-place", "--configuration", configuration.path]
            let (status, output) = try Program(arguments + sources).run(console, saying: "Formatting the sources")
            guard status == 0 else {
                let reason = output.split(separator: "\n").first.map(String.init) ?? "status \(status)"
                throw ToolError("The files were written, but swift format failed: \(reason).")
            }
        }
    }
#endif
