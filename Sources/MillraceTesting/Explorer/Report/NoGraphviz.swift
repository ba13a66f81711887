import Foundation

/// An error: Graphviz is not available, or it failed.
public struct NoGraphviz: Error, CustomStringConvertible {
    let reason: String

    /// The problem, its cause, and the fix.
    public var description: String {
        "Graphviz could not lay out the graph: \(reason) Install it (apt-get install graphviz), or use the text of "
            + "`dot` or `mermaid`."
    }
}
