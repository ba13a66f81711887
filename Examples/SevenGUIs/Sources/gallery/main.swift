import Foundation
import MillraceHummingbird
import SevenGUIsPages

// The port is the only argument: gallery 9000
let port = CommandLine.arguments.dropFirst().first.flatMap(UInt16.init) ?? 8081
let server = WebServer.gallery(port: port)
async let running: Void = server.runUntilSignal()
let text =
    "The gallery is running at http://127.0.0.1:\(try await server.port) (this computer only). Press Ctrl-C to quit.\n"
// Unlike `print`, this is not buffered if the output is a pipe.
FileHandle.standardOutput.write(Data(text.utf8))
try await running
