import Foundation

/// The processes of a benchmark.
package enum ChildProcess {
    /// Returns a process of this program, which was not started.
    ///
    /// - Parameter launcher: The program that starts it, with its arguments. Defaults to none.
    package static func ofThisProgram(_ arguments: [String], launcher: [String] = []) -> Process {
        let command = launcher + [URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path] + arguments
        let child = Process()
        child.executableURL = URL(filePath: command[0])
        child.arguments = Array(command.dropFirst())
        return child
    }

    /// Returns the next line, which it reads on another thread.
    package static func line(of file: FileHandle) async -> String? {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var bytes: [UInt8] = []
                while let byte = try? file.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") { bytes.append(byte) }
                continuation.resume(returning: bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    /// Writes a line to the standard output, without a delay.
    package static func write(line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    /// The resident memory of a process in bytes. Defaults to this process.
    package static func memory(of process: String = "self") -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        return (status.firstMatch(of: /VmRSS:\s*(\d+)/).flatMap { Int($0.1) } ?? 0) * 1_024
    }
}
