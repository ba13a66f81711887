import Counting
import Foundation

extension Soak {
    /// Measures the allocated bytes of one idle, connected session, and compares them with their targets.
    func measureIdleSessions() async throws {
        var isMissed = false
        for (rows, target) in [(5, 40), (100, 80)] {
            let (bytes, resident) = try await memoryOfIdleSession(rows: rows)
            print("idle session, \(rows) rows".padding(toLength: 28, withPad: " ", startingAt: 0), terminator: "")
            print(
                "\(String(format: "%.1f", Double(bytes) / 1_000)) KB allocated, \(resident) KB resident; "
                    + "the target is \(target) KB allocated")
            if bytes > target * 1_000 {
                print("MISSED: an idle session with \(rows) rows uses at most \(target) KB.")
                isMissed = true
            }
        }
        posts.count.withLock { $0 = 20 }
        if isMissed { exit(1) }
    }

    /// Returns the allocated bytes and the resident kilobytes of a hundred idle sessions, divided by their number.
    private func memoryOfIdleSession(rows: Int) async throws -> (bytes: Int, resident: Int) {
        posts.count.withLock { $0 = rows }
        release_free_memory()
        let (pages, before, residentBefore) = (100, memory_in_use(), Self.memory)
        var (during, resident) = (0, 0)
        _ = try await withClients(pages: pages) {
            // The last browsers connect.
            try await ContinuousClock().sleep(for: .seconds(1))
            (during, resident) = (memory_in_use(), Self.memory)
        }
        return ((during - before) / pages, (resident - residentBefore) / pages)
    }
}
