/// Limits the parts of a text that make the library cmark slow. It can take seconds for 64 KB otherwise.
///
/// - It compares each line with all open blocks, so quotations and lists are not nested deeper than ``maximumDepth``. A list remains
///   open in the lines that are indented as far as its content, so deep lists can begin in several lines.
/// - Empty lines are the only short ones that keep all lists open, so at most ``maximumEmptyLines`` follow each other. This also
///   limits lists that are deeper than they seem here.
/// - For each link, it visits the images of the paragraph that have begun before it, so there are at most ``maximumImages``.
struct MarkdownLimiter {
    /// The deepest nesting. The marks of deeper quotations and lists are plain text.
    static let maximumDepth = 16
    /// The maximum number of empty lines in a row. Further ones are removed.
    static let maximumEmptyLines = 16
    /// The maximum number of images between two empty lines. The marks of further ones are plain text.
    static let maximumImages = 100

    private var result: ContiguousArray<UInt8> = []
    private var previous: UInt8?
    /// The start of the line in the result.
    private var lineStart = 0
    private var column = 0
    /// Whether the line has only spaces, digits and marks so far.
    private var isAtStart = true
    /// Whether the line has only spaces so far, and whether it also has only marks of quotations.
    private var (isBlank, isEmpty) = (true, true)
    /// The quotations of the line.
    private var quotations = 0
    /// The least columns at which the content of the open lists can begin.
    private var lists: [Int] = []
    private var (emptyLines, images) = (0, 0)

    private init() {}

    /// Returns the limited text, with `\n` at the end of each line.
    static func limit(_ text: String) -> ContiguousArray<UInt8> {
        var limiter = MarkdownLimiter()
        // One byte more than the text, so that the array has an address.
        limiter.result.reserveCapacity(text.utf8.count + 1)
        for byte in text.utf8 {
            limiter.add(byte)
            limiter.previous = byte
        }
        return limiter.result
    }

    private mutating func add(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\n") where previous == UInt8(ascii: "\r"): return
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return endLine()
        case UInt8(ascii: "[") where previous == UInt8(ascii: "!"):
            images += 1
            if images > Self.maximumImages { escape() }
        case _ where isAtStart && ">+-*.)".utf8.contains(byte): addMark(byte)
        case _ where !Self.isSpace(byte) && !Self.isDigit(byte): isAtStart = false
        default: break
        }
        if !Self.isSpace(byte) {
            isBlank = false
            if byte != UInt8(ascii: ">") { isEmpty = false }
        }
        column = byte == UInt8(ascii: "\t") ? (column / 4 + 1) * 4 : column + 1
        result.append(byte)
    }

    private mutating func endLine() {
        if isBlank { images = 0 }
        emptyLines = isEmpty ? emptyLines + 1 : 0
        if emptyLines > Self.maximumEmptyLines {
            result.removeSubrange(lineStart...)
        } else {
            result.append(UInt8(ascii: "\n"))
        }
        lineStart = result.count
        (column, quotations, isAtStart, isBlank, isEmpty) = (0, 0, true, true, true)
    }

    /// Counts the mark of a quotation or a list, or escapes it.
    private mutating func addMark(_ byte: UInt8) {
        let isQuotation = byte == UInt8(ascii: ">")
        // Marks of a list are separated. Others are a rule, which can be long.
        guard isQuotation || canPrecedeMark else { return }
        if !isQuotation { while let last = lists.last, last > column { lists.removeLast() } }
        if quotations + lists.count >= Self.maximumDepth {
            escape()
            isAtStart = false
        } else if isQuotation {
            quotations += 1
        } else {
            lists.append(column + 2)
        }
    }

    private mutating func escape() { result.append(UInt8(ascii: "\\")) }

    /// Whether the mark of a list can follow the previous byte; `nil` is the start of the text.
    private var canPrecedeMark: Bool {
        guard let previous else { return true }
        return Self.isSpace(previous) || Self.isDigit(previous) || ">\n\r".utf8.contains(previous)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
