import Foundation
import MillraceHummingbird
import MillraceKit

/// Serves the page until the process ends. The environment has the port, the number of rows and the limits.
@main struct Program {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        let rows = environment["ROWS"].flatMap(Int.init) ?? 5
        let canCompute = environment["COMPUTE"] != nil
        var configuration = LivePages.Configuration()
        // The driver opens 1,000 pages from one machine, and sends faster than people do.
        if environment["LIMITS"] == "raised" {
            configuration.limits.sessions = environment["SESSIONS"].flatMap(Int.init) ?? 5_000
            configuration.limits.connections = 10_000
            configuration.limits.messagesPerSecond = 1_000_000
        }
        let server = WebServer(
            port: environment["PORT"].flatMap(UInt16.init) ?? 8080, configuration,
            sessions: .perTab { _ in
                Navigator(root: LivePage(rows: rows, canCompute: canCompute), stacked: true, on: Engine())
            })
        try await server.run()
    }
}
