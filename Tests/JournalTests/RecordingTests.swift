import Foundation
import Millrace
import MillraceJournal
import Testing

struct RecordingTests {
    private let header = #"{"format":"millrace.recording","version":1,"reducer":"Tally","state":{"count":0}}"#
    private let turn =
        #"{"id":1,"kind":"action","type":"Action","case":"add","reductions":[{"action":{"add":{"_0":1}}}]}"#

    @Test("Recording · a first line alone is an empty recording")
    func nothing() throws {
        for text in [header, header + "\n", header + "\r\n\r\n"] {
            let recording = try Recording(text)
            #expect(recording.reducer == "Tally" && recording.count == 0 && recording.cutLine == nil)
        }
    }

    @Test("Recording · a last line without an end counts if it is complete; if it is cut, it is omitted and reported")
    func cut() throws {
        #expect(try Recording("\(header)\n\(turn)").count == 1)
        #expect(try Recording("\(header)\n\(turn)").cutLine == nil)
        for length in 1..<turn.count {
            let recording = try Recording("\(header)\n\(turn)\n\(turn.prefix(length))")
            #expect(recording.count == 1 && recording.cutLine == 3)
        }
    }

    @Test(
        "Recording · a text that is not a recording is refused with the reason",
        arguments: [
            ("", RecordingError.empty, "The recording is empty."),
            ("\n \n", .empty, "The recording is empty."),
            ("{", .noHeader, "The first line is not the header of a recording, or is incomplete."),
            (#"{"id":1}"#, .noHeader, "The first line is not the header of a recording, or is incomplete."),
            (
                #"{"format":"millrace.recording","version":1}"#, .noHeader,
                "The first line is not the header of a recording, or is incomplete."
            ),
            (
                #"{"format":"millrace.recording","version":3}"#, .unknownVersion("3"),
                "The recording has version 3, but only versions 1 and 2 are supported."
            ),
            (
                #"{"format":"millrace.recording"}"#, .unknownVersion("null"),
                "The recording has version null, but only versions 1 and 2 are supported."
            ),
        ])
    func refused(_ text: String, _ error: RecordingError, _ sentence: String) {
        #expect(throws: error) { try Recording(text) }
        #expect("\(error)".hasPrefix(sentence + " To fix this, "))
    }

    @Test(
        "Recording · a line that does not belong to a recording is an error with its number and the reason",
        arguments: [
            ("hello", "expected a value, at byte 1"),
            ("{\"id\":1", "expected a comma or }, at byte 8"),
            ("{\"id\" 1}", "expected a colon, at byte 7"),
            ("{id:1}", "expected a name in quotes, at byte 2"),
            ("[1 2]", "expected a comma or ], at byte 4"),
            ("{\"a\":", "the line ends before a value, at byte 6"),
            ("{\"a\":1-}", "expected a value, at byte 6"),
            ("{\"a\":tru}", "expected a value, at byte 6"),
            ("{\"a\":\"b", "unterminated string, at byte 8"),
            ("{\"a\":\"\\q\"}", "unknown escape, at byte 9"),
            ("{\"a\":\"\\u12\"}", "expected four hexadecimal digits, at byte 9"),
            ("{\"a\":\"\\ud83d.\"}", "unpaired surrogate, at byte 13"),
            ("{\"a\":\"\\ude00\"}", "unpaired surrogate, at byte 13"),
            ("{} {}", "unexpected text after the value, at byte 4"),
        ])
    func invalid(_ line: String, _ reason: String) {
        let error = RecordingError.invalid(line: 3, reason: reason)
        #expect(throws: error) { try Recording("\(header)\n\(turn)\n\(line)\n") }
        #expect(
            "\(error)" == "Line 3 is not valid in a recording: \(reason). To fix this, pass the file as it was "
                + "written, or remove this line and all lines after it.")
    }

    @Test(
        "Recording · a field that is missing, unknown, doubled or of a wrong type is an error with its line and its name",
        arguments: [
            ("{}", "id", .missing),
            ("{\"id\":-1}", "id", .outOfRange),
            ("{\"id\":18446744073709551616}", "id", .outOfRange),
            ("{\"id\":\"2\"}", "id", .wrongType("a number")),
            ("{\"id\":2.5}", "id", .wrongType("an integer")),
            ("{\"id\":2}", "kind", .missing),
            ("{\"id\":2,\"cause\":2,\"kind\":\"action\",\"type\":\"A\"}", "cause", .outOfRange),
            ("{\"id\":2,\"kind\":\"action\"}", "type", .missing),
            ("{\"id\":2,\"kind\":\"action\",\"type\":7}", "type", .wrongType("a text")),
            ("{\"id\":2,\"kind\":\"action\",\"type\":\"A\",\"folds\":7}", "folds", .unknown),
            ("{\"id\":2,\"id\":3,\"kind\":\"action\",\"type\":\"A\"}", "id", .duplicate),
            (
                "{\"id\":2,\"kind\":\"action\",\"type\":\"A\",\"reductions\":7}", "reductions",
                .wrongType("an array")
            ),
            (
                "{\"id\":2,\"kind\":\"action\",\"type\":\"A\",\"reductions\":[7]}", "reductions[0]",
                .wrongType("an object")
            ),
            (
                "{\"id\":2,\"kind\":\"action\",\"type\":\"A\",\"reductions\":[{}]}", "reductions[0].action",
                .missing
            ),
            ("{\"back\":\"1\"}", "back", .wrongType("a number")),
            ("{\"back\":1,\"x\":1}", "x", .unknown),
            ("7", "", .wrongType("an object")),
        ] as [(String, String, RecordingError.FieldProblem)])
    func fields(_ line: String, _ field: String, _ problem: RecordingError.FieldProblem) {
        #expect(throws: RecordingError.field(line: 3, field: field, problem)) {
            try Recording("\(header)\n\(turn)\n\(line)\n")
        }
    }

    @Test("Recording · a turn whose number is not greater than the one before is an error")
    func order() {
        #expect(throws: RecordingError.wrongTurn(line: 3, turn: 1, expected: 2)) {
            try Recording("\(header)\n\(turn)\n\(turn)\n")
        }
    }

    @Test("Recording · values that are nested too deeply are refused before they overflow the stack")
    func deep() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(
            throws: RecordingError.invalid(
                line: 2, reason: "values are nested deeper than 512 levels, at byte 514")
        ) { try Recording("\(header)\n\(deep)\n") }
    }

    @Test("Recording · bytes that are not text are refused, and a missing file is an error")
    func files() throws {
        let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "tally.jsonl")
        #expect(throws: RecordingError.unreadable(file: "tally.jsonl", reason: "there is no such file.")) {
            try Recording(contentsOf: file)
        }
        try Data("\(header)\n\(turn)\n".utf8).write(to: file)
        #expect(try Recording(contentsOf: file).count == 1)
        try Data("\(header)\n{\"a\":\"".utf8 + [0xFF] + "\"}\n".utf8).write(to: file)
        #expect(throws: RecordingError.invalid(line: 2, reason: "invalid UTF-8, at byte 7")) {
            try Recording(contentsOf: file)
        }
    }
}
