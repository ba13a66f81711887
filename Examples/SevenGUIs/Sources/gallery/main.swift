import MillraceWeb
import SevenGUIsPages

// The port is the only argument: gallery 9000
let port = CommandLine.arguments.dropFirst().first.flatMap(UInt16.init) ?? 8081
let server = try WebServer.gallery(port: port)
print("The gallery is running at http://127.0.0.1:\(server.port) (this computer only). Press Ctrl-C to quit.")
try await server.run()
