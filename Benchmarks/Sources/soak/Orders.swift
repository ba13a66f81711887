import Counting
import Foundation
import LoopbackClients

extension Soak {
    /// Checks that ten times as many rows take about ten times as long. Quadratic time would be a hundred times as long.
    func compareOrders() async throws {
        let (few, many) = (try await order(rows: 1_000), try await order(rows: 10_000))
        let ratio = many / few
        print("reordering 10,000 rows      \(String(format: "%.1f", ratio)) times the CPU time of 1,000 rows")
        if ratio > 25 {
            print("MISSED: ten times as many rows take at most 25 times as long.")
            exit(1)
        }
    }

    /// Returns the CPU time, in seconds, in which the server renders, compares and sends a number of reordered rows.
    private func order(rows: Int) async throws -> Double {
        posts.count.withLock { $0 = rows }
        let times = 10
        var start = 0.0
        let report = try await withClients(pages: 1) {
            start = cpu_seconds()
            let clock = ContinuousClock()
            for _ in 0..<times {
                sessions.send(.shuffled(at: now()))
                try await clock.sleep(for: .milliseconds(300))
            }
        }
        guard report.frames > 0 else { throw ClientFailure("no change was received") }
        return (cpu_seconds() - start) / Double(report.frames)
    }
}
