import Foundation

/// A graph of all steps between groups of system states.
///
/// ``mermaid`` and ``dot`` return the same text as long as the feature behaves the same, so you can store and compare it. The
/// text of an
/// incomplete graph says so in a comment.
public struct Graph: Equatable, Sendable {
    /// A step from one node to another, or to itself.
    public struct Edge: Hashable, Sendable {
        /// The indices of the nodes.
        public let from: Int, to: Int
        /// The input: an action case, an outcome, a timer, or a restart.
        public let label: String
    }

    /// The names of the nodes, in the order in which the search reached them. The first is the start.
    public internal(set) var nodes: [String] = []
    /// Whether the search reached every system state.
    ///
    /// `false` if a limit of ``Explorer/limit(depth:states:time:stopsAtViolation:)`` ended the search. A violation does
    /// not end it.
    public internal(set) var isComplete = true
    /// The steps without duplicates, by node indices and label.
    public internal(set) var edges: [Edge] = []

    /// The comment in the text of an incomplete graph.
    private static let cut = "A limit ended the search: this graph is not complete."

    /// All edges between the same two nodes, combined into one with several labels.
    private var arrows: [(from: Int, to: Int, labels: [String])] {
        let groups = Dictionary(grouping: edges) { [$0.from, $0.to] }
        return groups.keys.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
            .map { ($0[0], $0[1], groups[$0, default: []].map(\.label)) }
    }

    /// The graph as a Mermaid state diagram.
    public var mermaid: String {
        var lines = ["stateDiagram-v2"]
        if !isComplete { lines.append("    %% \(Self.cut)") }
        if !nodes.isEmpty { lines.append("    [*] --> s0") }
        for (number, node) in nodes.enumerated() { lines.append("    s\(number): \(escaped(node, for: .mermaid))") }
        for arrow in arrows {
            let label = escaped(arrow.labels.joined(separator: ", "), for: .mermaid)
            lines.append("    s\(arrow.from) --> s\(arrow.to): \(label)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The graph in the DOT language of Graphviz.
    public var dot: String {
        var lines = ["digraph {"]
        if !isComplete { lines.append("    // \(Self.cut)") }
        lines.append("    node [shape=box, style=rounded, fontname=\"sans-serif\"]")
        lines.append("    edge [fontname=\"sans-serif\", fontsize=10]")
        for (number, node) in nodes.enumerated() {
            lines.append("    s\(number) [label=\"\(escaped(node, for: .dot))\"]")
        }
        for arrow in arrows {
            let label = arrow.labels.map { escaped($0, for: .dot) }.joined(separator: "\\n")
            lines.append("    s\(arrow.from) -> s\(arrow.to) [label=\"\(label)\"]")
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    private enum Language { case mermaid, dot }

    private func escaped(_ text: String, for language: Language) -> String {
        switch language {
        case .dot:
            text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        case .mermaid:
            // Escapes characters with a meaning in Mermaid as entities.
            text.replacing("#", with: "#35;").replacing(";", with: "#59;").replacing(":", with: "#58;")
                .replacing("#35#59;", with: "#35;").replacing("\n", with: "<br>")
        }
    }

    /// Returns the graph as an SVG image that Graphviz creates.
    ///
    /// - Throws: ``NoGraphviz`` if the program `dot` is not installed, or if it fails.
    public func svg() throws(NoGraphviz) -> String {
        #if os(Linux) || os(macOS)
            try layOut()
        #else
            throw NoGraphviz(reason: "This platform cannot run programs.")
        #endif
    }

    #if os(Linux) || os(macOS)
        private func layOut() throws(NoGraphviz) -> String {
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["dot", "-Tsvg"]
            // The input is a file. A pipe without a reader would end this process, for example when `dot` is missing.
            let input = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).dot")
            defer { try? FileManager.default.removeItem(at: input) }
            do {
                try Data(dot.utf8).write(to: input)
                process.standardInput = try FileHandle(forReadingFrom: input)
                (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
                try process.run()
                let picture = try output.fileHandleForReading.readToEnd() ?? Data()
                process.waitUntilExit()
                guard process.terminationStatus == 0 else {
                    throw NoGraphviz(reason: "dot ended with status \(process.terminationStatus).")
                }
                return String(decoding: picture, as: UTF8.self)
            } catch let error as NoGraphviz {
                throw error
            } catch {
                throw NoGraphviz(reason: "\(error)")
            }
        }
    #endif
}
