import Foundation
import LoopbackClients
import Synchronization

/// The largest memory of a server and of all sockets of the machine, sampled on a thread.
final class ServerMemory: Sendable {
    private static let interval = 0.02
    private static let pageBytes = 4_096

    private let largest = Mutex((resident: 0, sockets: 0, isEnding: false))

    /// Begins to sample the memory of a program.
    init(of process: Int32) {
        Thread.detachNewThread { [self] in
            while !largest.withLock({ $0.isEnding }) {
                let (resident, sockets) = (ChildProcess.memory(of: "\(process)"), Self.socketMemory)
                largest.withLock { $0 = (max($0.resident, resident), max($0.sockets, sockets), $0.isEnding) }
                Thread.sleep(forTimeInterval: Self.interval)
            }
        }
    }

    /// Ends the sampling. Returns the largest memories in bytes.
    func stop() -> (resident: Int, sockets: Int) {
        largest.withLock {
            $0.isEnding = true
            return ($0.resident, $0.sockets)
        }
    }

    /// The memory of all TCP sockets, in bytes.
    private static var socketMemory: Int {
        let text = (try? String(contentsOfFile: "/proc/net/sockstat", encoding: .utf8)) ?? ""
        let pages = text.split(separator: "\n").first { $0.hasPrefix("TCP:") }?.split(separator: " ").last
        return (pages.flatMap { Int($0) } ?? 0) * pageBytes
    }
}
