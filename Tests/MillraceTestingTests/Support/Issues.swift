#if Testing || App
    import IssueReporting
    import Millrace
    import MillraceTesting
    @_exported import TestSupport
    import Testing

    /// A failure or warning of a test store.
    struct Issue: Equatable, CustomStringConvertible {
        let line: UInt
        let text: String
        var isWarning = false

        var description: String { "\(isWarning ? "warning " : "")at \(line):\n\(text)\n" }
    }

    /// Returns the issues that `body` reports. They do not fail the running test.
    @MainActor func issues(in file: StaticString = #fileID, _ body: () throws -> Void) rethrows -> [Issue] {
        let collector = Collector(file: file)
        try withIssueReporters([collector], operation: body)
        return collector.issues
    }

    /// Returns the issues that the asynchronous `body` reports.
    @MainActor func issues(in file: StaticString = #fileID, _ body: () async throws -> Void) async rethrows -> [Issue] {
        let collector = Collector(file: file)
        try await withIssueReporters([collector], operation: body)
        return collector.issues
    }

    /// Collects issues. An issue in another file than the test's has line 0.
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
        /// Waits as `settle()` does, and fails the test if a handler does not end.
        func settleInTime(sourceLocation: SourceLocation = #_sourceLocation) async {
            await withDeadline("the handlers of a test store to end", sourceLocation: sourceLocation) {
                await self.settle()
            }
        }
    }
#endif
