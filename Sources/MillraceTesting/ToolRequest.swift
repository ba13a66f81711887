public import Foundation
public import Millrace
import MillraceJournal

/// The requests of the command `millrace` to the tests of a package.
///
/// `millrace replay` and `millrace graph` run the suites `Replays` and `Graphs` of a package, because only its tests know the
/// types of its features:
///
/// ```swift
/// @Suite struct Replays {
///     @Test(arguments: ToolRequest.recordings(of: Library.self)) func library(_ recording: URL) {
///         Replay(recording, Library()).check()
///     }
/// }
/// @Suite struct Graphs {
///     @Test func library() throws {
///         try ToolRequest.draw(Library.explorer.graph { "\($0.state.phase)" }, of: Library.self)
///     }
/// }
/// ```
/// The tests can also run without the command. Then there is no request.
public enum ToolRequest {
    /// Returns the recordings of a reducer in a folder, and the one that `millrace replay` names.
    ///
    /// - Parameters:
    ///   - reducer: The type of the reducer.
    ///   - recordedAs: The name of the reducer in the recording. Defaults to `nil`: the name of `R`.
    ///   - folder: The folder with recordings that are always replayed: its files `.jsonl`. Defaults to `nil`: none.
    /// - Returns: The recordings that have an action of this reducer or cannot be read: files, and a folder if the command names one.
    public static func recordings<R: Reducer>(
        of reducer: R.Type, recordedAs: String? = nil, in folder: URL? = nil
    ) -> [URL] {
        recordings(of: reducer, recordedAs, in: folder, requestedBy: ProcessInfo.processInfo.environment)
    }

    /// Writes the graph of a feature as SVG if `millrace graph` names the feature. Otherwise only notes its name.
    ///
    /// - Parameters:
    ///   - graph: The graph. It is not computed without a request of this feature.
    ///   - reducer: The type of the reducer. Its name is the name of the feature.
    /// - Throws: ``NoGraphviz``, or an error of the file system.
    public static func draw<R: Reducer>(_ graph: @autoclosure () throws -> Graph, of reducer: R.Type) throws {
        try draw(graph, "\(R.self)", in: ProcessInfo.processInfo.environment)
    }

    package static func recordings<R: Reducer>(
        of reducer: R.Type, _ recordedAs: String? = nil, in folder: URL? = nil,
        requestedBy environment: [String: String]
    ) -> [URL] {
        let files = folder.flatMap {
            try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
        }
        var recordings = (files ?? []).filter { $0.pathExtension == "jsonl" }.sorted { $0.path < $1.path }
        if let path = environment["MILLRACE_RECORDING"] {
            note(recordedAs ?? "\(R.self)", in: environment)
            recordings.append(URL(fileURLWithPath: path))
        }
        return recordings.filter { url in
            if RunLines.exist(at: url) {
                guard let lines = try? RunLines(url) else { return true }
                return lines.reducers.contains(recordedAs ?? typeName(R.self))
            }
            return (try? Recording(contentsOf: url)).map { $0.reducer == recordedAs ?? "\(R.self)" } ?? true
        }
    }

    package static func draw(
        _ graph: () throws -> Graph, _ name: String, in environment: [String: String]
    ) throws {
        guard let wanted = environment["MILLRACE_GRAPH"], let folder = environment["MILLRACE_RESULTS"] else { return }
        note(name, in: environment)
        guard wanted == name else { return }
        try Data(graph().svg().utf8).write(to: URL(fileURLWithPath: folder).appending(path: "graph.svg"))
    }

    /// Notes that the tests know a feature, so that the command can list all features.
    private static func note(_ name: String, in environment: [String: String]) {
        guard let folder = environment["MILLRACE_RESULTS"] else { return }
        let file = URL(fileURLWithPath: folder).appending(path: "\(name).feature")
        // Without this file, the command only cannot list the feature.
        try? Data().write(to: file)
    }
}
