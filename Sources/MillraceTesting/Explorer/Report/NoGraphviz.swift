import Foundation

/// There is no Graphviz to lay a graph out.
public struct NoGraphviz: Error, CustomStringConvertible {
    let reason: String

    /// What to do.
    public var description: String {
        "The graph could not be laid out by Graphviz: \(reason) Install it (apt-get install graphviz), or use the text of "
            + "`dot` or `mermaid`."
    }
}
