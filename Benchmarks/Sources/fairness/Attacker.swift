import Foundation
import LoopbackClients
import Synchronization

/// A connection of an attacker. Each one has its own browser, and all have the same address.
struct Attacker {
    static let address = "127.0.0.2"
    /// The number of the connection.
    let number: Int
    var browser: Browser
    let work: AttackerWork

    init(_ number: Int, _ work: AttackerWork) {
        (self.number, self.work) = (number, work)
        browser = Browser(port: work.port, address: Self.address)
    }

    /// Runs the process of the attackers. Ends after this time.
    static func run(_ load: Load, port: UInt16, seconds: Double) throws {
        let work = AttackerWork(port: port, server: try SlowServer())
        var first = Attacker(0, work)
        try load.prepare(&first)
        for number in 0..<load.connections {
            Thread.detachNewThread {
                while true { Attacker(number, work).repeatAttack(load) }
            }
        }
        ChildProcess.write(line: "ready")
        Thread.sleep(forTimeInterval: seconds)
        ChildProcess.write(line: work.summary)
        exit(0)
    }

    /// Repeats the attack until it fails.
    private consuming func repeatAttack(_ load: Load) {
        do {
            while true { try load.attack(&self) }
        } catch {
            work.count(error)
            Thread.sleep(forTimeInterval: load.pause)
        }
    }
}

/// The values that the connections of an attacker share.
final class AttackerWork: Sendable {
    let port: UInt16
    /// A server that Notes can follow.
    let server: SlowServer
    private let counts = Mutex((steps: 0, failures: [String: Int]()))

    init(port: UInt16, server: SlowServer) { (self.port, self.server) = (port, server) }

    /// Counts a step of a connection, such as a press that was answered.
    func count() { counts.withLock { $0.steps += 1 } }

    /// Counts a failure, for example because the server has refused a connection.
    func count(_ failure: any Error) { counts.withLock { $0.failures["\(failure)", default: 0] += 1 } }

    /// The number of steps, and the most frequent failures.
    var summary: String {
        let (steps, failures) = counts.withLock { $0 }
        let most = failures.sorted { $0.value > $1.value }.prefix(3).map { "\($0.value) × \($0.key.prefix(100))" }
        return
            "\(steps) steps of the attacker, \(failures.values.reduce(0, +)) failures, \(server.requests) requests to its server. \(most.joined(separator: "; "))"
    }
}
