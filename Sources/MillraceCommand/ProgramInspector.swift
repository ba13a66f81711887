#if (Tool || App) && (os(Linux) || os(macOS))
    import ArgumentParser
    import Foundation
    import MillraceTool

    /// Opens a recording with the screens of the program that has recorded it.
    enum ProgramInspector {
        static let help = ArgumentHelp(
            "The program of the package in this folder that draws the pages of the recording. It is run with the option --inspect-recording.",
            valueName: "name")

        /// Replaces this process by the program of the package in the current folder.
        ///
        /// The program gets the option `--inspect-recording` with the path of the recording.
        ///
        /// - Throws: ``ToolError``, if there is no package, or if Swift cannot be started.
        static func run(_ program: String, _ recording: URL) throws(ToolError) {
            guard FileManager.default.fileExists(atPath: "Package.swift") else {
                throw ToolError(
                    "There is no package here to draw the pages with. Run this in the folder of the package of \(program), or without --program."
                )
            }
            let arguments = ["swift", "run", program, "--inspect-recording", recording.path]
            var pointers = arguments.map { strdup($0) } + [nil]
            execvp("swift", &pointers)
            throw ToolError("Swift cannot be started: \(String(cString: strerror(errno)))")
        }
    }
#endif
