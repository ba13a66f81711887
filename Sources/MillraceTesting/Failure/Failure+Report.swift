#if Testing || App
    import CustomDump
    import IssueReporting
#endif

// The only uses of the two packages that the traits add. Without a trait, a test store cannot be created.
#if Testing || App
    /// Fails the running test at `place`.
    func report(failure text: String, at place: Place) {
        reportIssue(
            text, fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
    }

    /// Shows `text` as a warning at `place`, without failing the test.
    func report(warning text: String, at place: Place) {
        reportIssue(
            text, severity: .warning, fileID: place.fileID, filePath: place.filePath, line: place.line,
            column: place.column)
    }

    /// The line-by-line difference between two values: lines of `one` begin with a minus, lines of `other` with a plus.
    ///
    /// `nil` if both values have the same description.
    func difference<Value>(of one: Value, and other: Value) -> String? {
        diff(one, other)
    }

    /// A description of the value over several lines.
    func dump(_ value: Any) -> String { String(customDumping: value) }
#else
    func report(failure text: String, at place: Place) { fatalError("\(place): \(text)") }
    func report(warning text: String, at place: Place) { print("\(place): \(text)") }
    func difference<Value>(of one: Value, and other: Value) -> String? { nil }
    func dump(_ value: Any) -> String { "\(value)" }
#endif
