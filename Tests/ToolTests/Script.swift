import Foundation
import Testing

/// Writes a script that a test runs as a program.
///
/// Another process writes the script. If this one had it open for writing, a process that another test starts at the same
/// time could inherit the descriptor, and the script could not be executed ("Text file busy").
func addScript(_ text: String, at file: URL) throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", #"printf '#!/bin/sh\n%s\n' "$2" > "$1" && chmod +x "$1""#, "sh", file.path, text]
    try shell.run()
    shell.waitUntilExit()
    try #require(shell.terminationStatus == 0)
}
