import MillraceHistory

/// Why something cannot be recorded, or a recording not be read.
public enum RecordingError: Error, Hashable, CustomStringConvertible {
    /// The engine of the store has no history, so there is nothing to record.
    case noHistory
    /// Something in this turn cannot be written: what, and why. What passed before it is written.
    case unencodable(turn: UInt64, part: String, reason: String)
    /// A field that tokens should replace holds something that is no text in this turn; 0 is the first state.
    case notText(turn: UInt64, field: String)
    /// The key for tokens has so few bytes that it could be guessed.
    case shortKey(bytes: Int)
    /// The file cannot be read.
    case unreadable(file: String, reason: String)
    /// There is no line in it.
    case empty
    /// It does not begin as a recording does.
    case noHeader
    /// It was written in a version of the format that is not known here.
    case unknownVersion(String)
    /// This line is none of a recording.
    case garbage(line: Int, reason: String)
    /// Today's types cannot read something in this line: what, and why.
    case undecodable(line: Int, part: String, reason: String)

    /// What happened, and what mends it.
    public var description: String { "\(what) To fix this, \(fix)." }

    /// What happened.
    package var what: String {
        switch self {
        case .noHistory: "The engine of the store has no history, so there is nothing to record."
        case .unencodable(let turn, let part, let reason): "\(part) of \(place(turn)) cannot be written: \(reason)"
        case .notText(let turn, let field):
            "The field \(field) should be replaced by a token, and holds something that is no text in \(place(turn))."
        case .shortKey(let bytes): "The key for tokens has \(bytes) bytes, so it could be guessed."
        case .unreadable(let file, let reason): "The recording \(file) cannot be read: \(reason)"
        case .empty: "The recording is empty."
        case .noHeader: "The first line does not say that this is a recording, or is cut."
        case .unknownVersion(let version): "The recording is of version \(version), and only version 1 is known here."
        case .garbage(let line, let reason): "Line \(line) is none of a recording: \(reason)."
        case .undecodable(let line, let part, let reason):
            "Line \(line): \(part) cannot be read by today's types: \(reason)"
        }
    }

    /// What mends it.
    package var fix: String {
        switch self {
        case .noHistory: "set engine.history before the recorder is made"
        case .unencodable: "make the type of what it names Codable, or mend its coding"
        case .notText:
            "name the fields in it that hold text, as in \"user.email\", and leave out what holds numbers or truth values"
        case .shortKey: "give a key of 16 random bytes or more"
        case .unreadable: "give the path of a recording"
        case .empty, .noHeader: "give a file that a Recorder has written, from its first line on"
        case .unknownVersion: "replay it with the version of Millrace that wrote it, or a newer one"
        case .garbage: "give the file as it was written, or leave out what follows the lines that are whole"
        case .undecodable:
            "let the type read what was written, with a value for what is missing and a case for what has gone, or "
                + "replace the recording by a new one"
        }
    }

    private func place(_ turn: UInt64) -> String { turn == 0 ? "the first state" : "turn \(turn)" }
}
