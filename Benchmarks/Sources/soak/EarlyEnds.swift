import Counting
import Foundation
import LoopbackClients
import MillraceHummingbird
import MillraceKit

extension Soak {
    /// Checks that 20,000 sessions that end with their first request leave nothing on an engine that they share.
    func endEarly() async throws {
        let engine = await Self.makeEngine()
        let server = WebServer(
            port: 0, Self.configuration(pages: 10),
            sessions: .perTabOnMain { _ in Navigator(root: Feed(posts: 5), stacked: true, on: engine.value) })
        let running = Task { try await server.run() }
        // Allocates everything that is allocated only once.
        try await requestEarlyEnds(1_000, of: server)
        release_free_memory()
        let before = memory_in_use()
        try await requestEarlyEnds(20_000, of: server)
        release_free_memory()
        let growth = memory_in_use() - before
        running.cancel()
        try await running.value
        print("20,000 sessions ended early \(growth / 1_024) additional KB in use")
        if growth > 524_288 {
            print("MISSED: 20,000 sessions that end early add less than 512 KB.")
            exit(1)
        }
    }

    /// An engine of the main actor.
    @MainActor private final class SharedEngine {
        let value: Engine
        init() { value = Engine() }
    }

    @MainActor private static func makeEngine() -> SharedEngine { SharedEngine() }

    private func requestEarlyEnds(_ count: Int, of server: WebServer) async throws {
        let child = ChildProcess.ofThisProgram(["--port", "\(try await server.port)", "--early-ends", "\(count)"])
        let status = try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Int32, any Error>) in
            child.terminationHandler = { ended.resume(returning: $0.terminationStatus) }
            do { try child.run() } catch { ended.resume(throwing: error) }
        }
        guard status == 0 else { throw ClientFailure("the clients have failed") }
    }
}
