import Foundation

/// The time of a core. Other programs on the core of the server make the victim's times longer.
enum CoreTime {
    /// The time for which a core has not been idle, in milliseconds.
    static func busy(core: String) -> Double {
        let text = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("cpu\(core) ") } ?? ""
        let times = line.split(separator: " ").dropFirst().prefix(8).compactMap { Double($0) }
        guard times.count == 8 else { return 0 }
        // The fourth and the fifth time are those without work.
        let busy = times.reduce(0, +) - times[3] - times[4]
        return busy * 1_000 / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
