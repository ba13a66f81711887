/// A problem that the user of the tool can fix, as one sentence.
package struct ToolError: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ sentence: String) { description = sentence }
}
