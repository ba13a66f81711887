import Counting
import Foundation

extension Soak {
    /// Ten times the rows are to take ten times as long, or a little more; in proportion to their square it would be a hundred.
    func compareOrders() async throws {
        let (few, many) = (try await order(rows: 1_000), try await order(rows: 10_000))
        let ratio = many / few
        print("a new order of 10,000 rows  \(String(format: "%.1f", ratio)) times the processor's time of one of 1,000")
        if ratio > 25 {
            print("MISSED: ten times the rows take at most 25 times as long.")
            exit(1)
        }
    }

    /// The seconds of the processor that the server needs to draw, compare and send so many rows in another order.
    private func order(rows: Int) async throws -> Double {
        posts.count.withLock { $0 = rows }
        let times = 10
        var start = 0.0
        let report = try await withClients(pages: 1) {
            start = processor_seconds()
            let clock = ContinuousClock()
            for _ in 0..<times {
                sessions.send(.shuffled(at: now()))
                try await clock.sleep(for: .milliseconds(300))
            }
        }
        guard report.frames > 0 else { throw Clients.Lost("no change came") }
        return (processor_seconds() - start) / Double(report.frames)
    }
}
