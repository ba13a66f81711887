import Foundation

/// What leads where, to be drawn: nodes, and steps between them.
///
/// Its texts are the same whenever the feature does the same, so that a stored one can be compared. Those of a graph that
/// is not complete say so in a comment.
public struct Graph: Equatable, Sendable {
    /// A step from a node to another, or to itself.
    public struct Edge: Hashable, Sendable {
        /// The nodes, by their places.
        public let from: Int, to: Int
        /// What happens: an action's case, an outcome, time, a restart.
        public let label: String
    }

    /// The names of the nodes, in the order in which they were met: the start first.
    public internal(set) var nodes: [String] = []
    /// Whether the search has met everything; it has not where a bound of
    /// ``Explorer/limit(depth:states:time:stopsAtViolation:)`` has ended it. A violation does not end it.
    public internal(set) var isComplete = true
    /// The steps, each once, by the places of their nodes and by their labels.
    public internal(set) var edges: [Edge] = []

    /// What the texts say of one that is not complete.
    private static let cut = "A bound has ended the search: there is more than this."

    /// Those between the same nodes as one, with a label on a line each.
    private var arrows: [(from: Int, to: Int, labels: [String])] {
        let groups = Dictionary(grouping: edges) { [$0.from, $0.to] }
        return groups.keys.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
            .map { ($0[0], $0[1], groups[$0, default: []].map(\.label)) }
    }

    /// A state diagram in the language of Mermaid.
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

    /// A directed graph in the language of Graphviz.
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
            // Entities by which its parser is not confused.
            text.replacing("#", with: "#35;").replacing(";", with: "#59;").replacing(":", with: "#58;")
                .replacing("#35#59;", with: "#35;").replacing("\n", with: "<br>")
        }
    }

    /// A picture, laid out by Graphviz.
    ///
    /// - Throws: ``NoGraphviz``, where its program `dot` is not there or refuses the graph.
    public func svg() throws(NoGraphviz) -> String {
        #if os(Linux) || os(macOS)
            try layOut()
        #else
            throw NoGraphviz(reason: "Programs cannot be run here.")
        #endif
    }

    #if os(Linux) || os(macOS)
        private func layOut() throws(NoGraphviz) -> String {
            let process = Process()
            let (input, output) = (Pipe(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["dot", "-Tsvg"]
            (process.standardInput, process.standardOutput, process.standardError) = (input, output, Pipe())
            do {
                try process.run()
                let text = Data(dot.utf8)
                let writing = Thread {
                    try? input.fileHandleForWriting.write(contentsOf: text); try? input.fileHandleForWriting.close()
                }
                writing.start()
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
