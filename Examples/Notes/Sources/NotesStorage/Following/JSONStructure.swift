import NotesCore

/// Checks a feed in one pass before it is decoded, which takes much longer.
struct JSONStructure {
    /// The maximum number of combining marks in a row.
    static let maxMarks = 64
    /// The maximum number of values. A note has five; later versions may have more.
    static let maxValues = 20 * Feed.maxNotes

    /// The number of combining marks before the current scalar.
    private var marks = 0
    private var values = 0
    private var isInString = false
    /// How many scalars of the current escape were read: the backslash, its letter, and the digits of a Unicode escape.
    private var escape = 0

    /// Whether a JSON text has at most ``maxValues`` values, at most ``maxMarks`` combining marks in a row, and no Unicode escape
    /// above U+00FF, which could be a mark. Swift compares texts with many marks in a row in quadratic time. Notes escapes only
    /// control characters.
    static func isAccepted(_ json: String) -> Bool {
        var structure = JSONStructure()
        return json.unicodeScalars.allSatisfy { structure.accepts($0) }
    }

    private mutating func accepts(_ scalar: Unicode.Scalar) -> Bool {
        let isMark = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
        marks = isMark ? marks + 1 : 0
        if escape > 0 { return continuesEscape(scalar) && marks <= Self.maxMarks }
        switch scalar {
        case "\"": isInString.toggle()
        case "\\": escape = 1
        case ",", "[", "{": if !isInString { values += 1 }
        default: break
        }
        return marks <= Self.maxMarks && values <= Self.maxValues
    }

    /// Reads the next scalar of an escape. A Unicode escape must start with `00`.
    private mutating func continuesEscape(_ scalar: Unicode.Scalar) -> Bool {
        let isUnicode = escape > 1 || scalar == "u"
        defer { escape = isUnicode && escape < 3 ? escape + 1 : 0 }
        return escape == 1 || scalar == "0"
    }
}
