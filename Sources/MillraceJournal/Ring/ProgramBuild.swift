#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The running program.
package enum ProgramBuild {
    /// The name of the program's file.
    package static var name: String { CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "" }

    /// The size of the program's file, and the time when it was built. Two builds have the same text only if both are the same.
    /// Read once, because the file can be replaced while the program runs.
    package static let current = read()

    private static func read() -> String {
        let links = ["/proc/self/exe", CommandLine.arguments.first ?? ""]
        for link in links {
            let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? link
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
                let size = attributes[.size] as? Int, let time = attributes[.modificationDate] as? Date
            else { continue }
            return "\(size)-\(Int(time.timeIntervalSince1970 * 1000))"
        }
        return ""
    }
}
