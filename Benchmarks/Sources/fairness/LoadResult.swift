import Foundation

/// The figures of one run of a load.
struct LoadResult {
    private static let maxTime = 500.0
    private static let maxResident = 1_000_000_000
    private static let maxSockets = 256_000_000

    let load: String
    let latencies: [Victim.Action: Latencies]
    let memory: (resident: Int, sockets: Int)
    /// The steps and failures of the attacker.
    let attacker: String

    private var failures: [String] { latencies.values.flatMap(\.failures) }

    /// The criteria that this run does not meet.
    var misses: [String] {
        var misses = Victim.Action.allCases.compactMap { action in
            let time = latencies[action]?.percentile(0.99) ?? .infinity
            return time <= Self.maxTime
                ? nil : "\(action.rawValue) p99 \(Int(min(time, 1e6))) ms > \(Int(Self.maxTime)) ms"
        }
        if let first = failures.first { misses.append("\(failures.count) failures of the victim, the first: \(first)") }
        if memory.resident >= Self.maxResident { misses.append("the server uses \(memory.resident / 1_000_000) MB") }
        if memory.sockets >= Self.maxSockets { misses.append("the sockets use \(memory.sockets / 1_000_000) MB") }
        return misses
    }

    static let header =
        row("load", Victim.Action.allCases.map { "\($0.rawValue) p50/p99/max" }, "failed", "RSS MB", "sockets MB")

    var line: String {
        let times = Victim.Action.allCases.map { action in
            [0.5, 0.99, 1].map { "\(Int((latencies[action] ?? Latencies()).percentile($0).rounded()))" }
                .joined(separator: " / ")
        }
        return Self.row(
            load, times, "\(failures.count)", "\(memory.resident / 1_000_000)", "\(memory.sockets / 1_000_000)")
    }

    private static func row(_ load: String, _ times: [String], _ rest: String...) -> String {
        let parts = [(load, 18)] + times.map { ($0, 22) } + rest.map { ($0, 11) }
        return parts.map { $0.0.padding(toLength: $0.1, withPad: " ", startingAt: 0) }.joined()
    }
}
