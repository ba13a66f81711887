import MillraceHistory

/// The error of writing or reading a recording.
public enum RecordingError: Error, Hashable, CustomStringConvertible {
    /// The store's engine has no history, so there is nothing to record.
    case noHistory
    /// The recorder has ended its recording.
    case ended
    /// A part of this turn cannot be encoded, for this reason. The turns before it are written.
    case unencodable(turn: UInt64, part: String, reason: String)
    /// The value of a field that tokens should replace is not text in this turn. Turn 0 is the first state.
    case notText(turn: UInt64, field: String)
    /// The key for tokens has fewer than 16 bytes, so it could be guessed.
    case shortKey(bytes: Int)
    /// The file cannot be read.
    case unreadable(file: String, reason: String)
    /// The file cannot be created or written. `file` is its path.
    case unwritable(file: String, reason: String)
    /// The recording has no lines.
    case empty
    /// The first line is not the header of a recording.
    case noHeader
    /// The recording has an unknown version of the format.
    case unknownVersion(String)
    /// This line is not valid in a recording.
    case invalid(line: Int, reason: String)
    /// A field of this line is missing or wrong. `field` is its path, such as `reductions[0].action`.
    case field(line: Int, field: String, FieldProblem)
    /// The checksum of this line is wrong: the line is damaged, or it does not follow the line before it.
    case damaged(line: Int)
    /// The number of the turn in this line is not the expected one: turns are missing, doubled or in another order.
    case wrongTurn(line: Int, turn: UInt64, expected: UInt64)
    /// There is text after the end of the recording.
    case afterEnd(line: Int)
    /// The recording is of another reducer.
    case otherReducer(recorded: String, today: String)
    /// The current types cannot decode a part of this line, for this reason.
    case undecodable(line: Int, part: String, reason: String)

    /// The problem of a field.
    public enum FieldProblem: Hashable, Sendable {
        /// The field is missing.
        case missing
        /// The format has no such field.
        case unknown
        /// The field occurs twice.
        case duplicate
        /// The value has another type than the expected one.
        case wrongType(String)
        /// The number is too large or negative.
        case outOfRange

        fileprivate var text: String {
            switch self {
            case .missing: "is missing"
            case .unknown: "is unknown"
            case .duplicate: "occurs twice"
            case .wrongType(let type): "must be \(type)"
            case .outOfRange: "is a number out of range"
            }
        }
    }

    /// The problem, its cause and the fix.
    public var description: String { "\(what) To fix this, \(fix)." }

    /// The problem and its cause.
    package var what: String {
        switch self {
        case .noHistory: "The engine of the store has no history, so there is nothing to record."
        case .ended: "The recorder has ended its recording, so it cannot write more turns."
        case .unencodable(let turn, let part, let reason): "\(part) of \(place(turn)) cannot be encoded: \(reason)"
        case .notText(let turn, let field):
            "The field \(field) should be replaced by a token, but its value is not text in \(place(turn))."
        case .shortKey(let bytes): "The key for tokens has \(bytes) bytes, so it could be guessed."
        case .unreadable(let file, let reason): "The recording \(file) cannot be read: \(reason)"
        case .unwritable(let file, let reason): "The recording \(file) cannot be written: \(reason)"
        case .empty: "The recording is empty."
        case .noHeader: "The first line is not the header of a recording, or is incomplete."
        case .unknownVersion(let version):
            "The recording has version \(version), but only versions 1 and 2 are supported."
        case .invalid(let line, let reason): "Line \(line) is not valid in a recording: \(reason)."
        case .field(let line, let field, let problem):
            "Line \(line) is not valid in a recording: the field \"\(field)\" \(problem.text)."
        case .damaged(let line):
            "Line \(line) is not as it was written, or a line before it was removed, doubled or moved."
        case .wrongTurn(let line, let turn, let expected):
            "Line \(line) has the turn \(turn), but turn \(expected) is expected."
        case .afterEnd(let line): "The recording ends before line \(line), but there is text after its end."
        case .otherReducer(let recorded, let today): "The recording is of \(recorded), not of \(today)."
        case .undecodable(let line, let part, let reason):
            "Line \(line): \(part) cannot be decoded by the current types: \(reason)"
        }
    }

    /// The fix, in the imperative and without a period.
    package var fix: String {
        switch self {
        case .noHistory: "set engine.history before you create the recorder"
        case .ended: "create another recorder, with another file"
        case .unencodable: "make the type Codable, or correct its implementation of Codable"
        case .notText:
            "list only fields that contain text, such as \"user.email\", and no fields with numbers or Booleans"
        case .shortKey: "pass a key of at least 16 random bytes"
        case .unreadable: "pass the path of a recording"
        case .unwritable: "make the folder writable, or record into another one"
        case .empty, .noHeader: "pass a complete file that a StoreRecorder has written"
        case .unknownVersion: "replay it with the version of Millrace that wrote it, or a newer one"
        case .invalid, .field, .damaged, .wrongTurn, .afterEnd:
            "pass the file as it was written, or remove this line and all lines after it"
        case .otherReducer(let recorded, _):
            "pass a recording of this reducer, or recordedAs: \"\(recorded)\" if the reducer was renamed"
        case .undecodable:
            "make the type decode the recorded JSON (give missing fields default values and restore removed cases), "
                + "or replace the recording with a new one"
        }
    }

    private func place(_ turn: UInt64) -> String { turn == 0 ? "the first state" : "turn \(turn)" }
}
