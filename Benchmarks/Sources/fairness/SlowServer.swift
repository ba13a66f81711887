import Foundation
import LoopbackClients
import Synchronization

/// A server at the attacker's address that sends a byte of a page from time to time, without an end.
final class SlowServer: Sendable {
    private static let interval = 0.2
    let port: UInt16
    private let accepted = Atomic(0)

    /// The number of requests.
    var requests: Int { accepted.load(ordering: .relaxed) }

    init() throws {
        let listener = try LoopbackListener(address: Attacker.address)
        port = listener.port
        Thread.detachNewThread { [self] in
            while let connection = try? listener.accept() {
                accepted.add(1, ordering: .relaxed)
                Thread.detachNewThread { Self.answer(connection) }
            }
        }
    }

    private static func answer(_ connection: LoopbackSocket) {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<!doctype html>"
        guard (try? connection.send(head)) != nil else { return }
        while (try? connection.send(" ")) != nil { Thread.sleep(forTimeInterval: interval) }
    }

    /// Returns one of the addresses that Notes can follow, encoded for a form.
    func address(_ number: Int) -> String { "http%3A%2F%2F\(Attacker.address)%3A\(port)%2Fpublished%2Fall%2F\(number)" }
}
