#if Testing
    import IssueReporting
    import Millrace
    import MillraceTesting
    @_exported import TestSupport
    import Testing

    /// What a test store has reported: the text, the line of the test, and whether it is no more than a warning.
    struct Issue: Equatable, CustomStringConvertible {
        let line: UInt
        let text: String
        var isWarning = false

        var description: String { "\(isWarning ? "warning " : "")at \(line):\n\(text)\n" }
    }

    /// What is reported while `body` runs; none of it fails the test that runs.
    @MainActor func issues(in file: StaticString = #fileID, _ body: () throws -> Void) rethrows -> [Issue] {
        let collector = Collector(file: file)
        try withIssueReporters([collector], operation: body)
        return collector.issues
    }

    /// What is reported while `body` runs, which may wait.
    @MainActor func issues(in file: StaticString = #fileID, _ body: () async throws -> Void) async rethrows -> [Issue] {
        let collector = Collector(file: file)
        try await withIssueReporters([collector], operation: body)
        return collector.issues
    }

    /// Keeps what is reported. What is reported of another file than the test's has line 0.
    private final class Collector: IssueReporter {
        private let kept = Lock<[Issue]>([])
        private let file: String

        init(file: StaticString) { self.file = "\(file)" }

        var issues: [Issue] { kept.withLock { $0 } }

        func reportIssue(
            _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
            filePath: StaticString, line: UInt, column: UInt
        ) {
            let issue = Issue(
                line: "\(fileID)" == file && column > 0 ? line : 0, text: message() ?? "",
                isWarning: severity == .warning)
            kept.withLock { $0.append(issue) }
        }
    }

    extension TestStore {
        /// Waits as `settle()` does, and fails the test when a handler does not end.
        func settleInTime(sourceLocation: SourceLocation = #_sourceLocation) async {
            await withDeadline("the handlers of a test store to end", sourceLocation: sourceLocation) {
                await self.settle()
            }
        }
    }
#endif
