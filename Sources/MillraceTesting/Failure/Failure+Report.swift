#if Testing
    import CustomDump
    import IssueReporting
#endif

// All that is asked of the two packages that the trait brings. Without it, nobody can make a test store.
#if Testing
    /// Fails the test that runs, at `place`.
    func report(failure text: String, at place: Place) {
        reportIssue(
            text, fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
    }

    /// Shows `text` at `place`, and does not fail the test.
    func report(warning text: String, at place: Place) {
        reportIssue(
            text, severity: .warning, fileID: place.fileID, filePath: place.filePath, line: place.line,
            column: place.column)
    }

    /// What differs, line by line: that of `one` after a minus, that of `other` after a plus; `nil` if both look alike.
    func difference<Value>(of one: Value, and other: Value) -> String? {
        diff(one, other)
    }

    /// The value, as one would write it.
    func dump(_ value: Any) -> String { String(customDumping: value) }
#else
    func report(failure text: String, at place: Place) { fatalError("\(place): \(text)") }
    func report(warning text: String, at place: Place) { print("\(place): \(text)") }
    func difference<Value>(of one: Value, and other: Value) -> String? { nil }
    func dump(_ value: Any) -> String { "\(value)" }
#endif
