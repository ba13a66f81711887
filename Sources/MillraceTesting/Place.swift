/// A line of a test.
struct Place: CustomStringConvertible {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt

    init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
        (self.fileID, self.filePath, self.line, self.column) = (fileID, filePath, line, column)
    }

    /// The file name without its module, and the line.
    var description: String {
        let name = "\(fileID)".split(separator: "/").last ?? "?"
        return "\(name):\(line)"
    }
}
