/// A problem that the user of the tool can fix, or a failure of the user's tests.
package struct ToolError: Error, Equatable, CustomStringConvertible {
    /// One sentence, in one line, and the details below it.
    package let description: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - sentence: The sentence. Its line breaks, such as those in the name of a file, become spaces.
    ///   - details: Lines below the sentence. Defaults to none.
    package init(_ sentence: String, details: [String] = []) {
        let line = String(sentence.map { $0.isNewline ? " " : $0 })
        description = ([line] + details).joined(separator: "\n")
    }
}
