/// The times of one kind of action.
struct Latencies {
    /// The times in milliseconds, also those of failures.
    private(set) var times: [Double] = []
    private(set) var failures: [String] = []

    mutating func add(_ nanoseconds: Int64) { times.append(Double(nanoseconds) / 1e6) }
    mutating func add(_ failure: any Error) { failures.append("\(failure)") }

    /// Returns the smallest time that this part of the times does not exceed.
    func percentile(_ part: Double) -> Double {
        let index = Int((Double(times.count) * part).rounded(.up)) - 1
        return times.isEmpty ? 0 : times.sorted()[max(0, index)]
    }
}
