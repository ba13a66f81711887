import Foundation
import Synchronization

/// The program in a process of its own, which places random orders.
final class KilledProgram: Sendable {
    /// The lines that the program prints. They end with the process.
    let lines: AsyncStream<String>
    private let process: Int32
    private let killed = Mutex(false)

    /// Starts the program.
    ///
    /// - Parameter postgres: The database that it shares with other nodes. Defaults to `nil`: a file in the folder.
    init(_ folder: URL, payments: String, seed: UInt64, postgres: String? = nil) throws {
        let program = Process()
        program.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
            path: "orders")
        var environment = [
            "DATA": folder.path, "LOAD": "\(seed)", "PAYMENTS": payments, "PORT": "0", "SHIP_AFTER": "0.1",
        ]
        // A killed node is replaced soon.
        if let postgres { (environment["POSTGRES"], environment["LEASE"]) = (postgres, "2") }
        program.environment = environment
        let output = Pipe()
        (program.standardOutput, program.standardError) = (output, FileHandle.nullDevice)
        try program.run()
        process = program.processIdentifier
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        let reader = output.fileHandleForReading
        Thread.detachNewThread {
            var rest = Data()
            while true {
                let part = reader.availableData
                if part.isEmpty { break }
                rest += part
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    line.yield(String(decoding: rest[..<end], as: UTF8.self))
                    rest = Data(rest[(end + 1)...])
                }
            }
            program.waitUntilExit()
            line.finish()
        }
    }

    /// Whether the test has killed it.
    var isKilled: Bool { killed.withLock { $0 } }

    func kill() {
        killed.withLock { $0 = true }
        Foundation.kill(process, SIGKILL)
    }
}
