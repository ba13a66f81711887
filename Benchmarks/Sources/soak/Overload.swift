import Foundation

extension Soak {
    /// Checks that a server with twice the load that it can handle answers at least 80 % of its peak rate.
    func measureOverload(pages: Int) async throws {
        posts.count.withLock { $0 = 20 }
        var (load, peak) = (pages * 2, 0)
        while true {
            let answered = try await answeredRate(pages, load)
            peak = max(peak, answered)
            if answered * 100 < load * 90 || load >= 100_000 { break }
            load *= 2
        }
        let answered = try await answeredRate(pages, load * 2)
        print("overload                    \(peak) presses a second at the peak, \(answered) at \(load * 2) a second")
        if answered * 100 < peak * 80 {
            print("MISSED: at twice the saturating load, at least 80 % of the peak rate is answered.")
            exit(1)
        }
    }

    /// Returns the presses per second that the server acknowledges.
    private func answeredRate(_ pages: Int, _ load: Int) async throws -> Int {
        let seconds = 4
        let report = try await withClients(
            pages: pages, arguments: ["--presses", "\(load)", "--seconds", "\(seconds)"]
        ) {}
        return report.acknowledged / seconds
    }
}
