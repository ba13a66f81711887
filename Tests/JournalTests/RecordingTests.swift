import Foundation
import Millrace
import MillraceJournal
import Testing

struct RecordingTests {
    private let header = #"{"format":"millrace.recording","version":1,"reducer":"Tally","state":{"count":0}}"#
    private let turn =
        #"{"id":1,"kind":"action","type":"Action","case":"add","reductions":[{"action":{"add":{"_0":1}}}]}"#

    @Test("Recording · a first line alone is a recording of nothing")
    func nothing() throws {
        for text in [header, header + "\n", header + "\r\n\r\n"] {
            let recording = try Recording(text)
            #expect(recording.reducer == "Tally" && recording.count == 0 && recording.cutLine == nil)
        }
    }

    @Test("Recording · a last line without an end counts if it is whole, and is left out and told if it is cut")
    func cut() throws {
        #expect(try Recording("\(header)\n\(turn)").count == 1)
        #expect(try Recording("\(header)\n\(turn)").cutLine == nil)
        for length in 1..<turn.count {
            let recording = try Recording("\(header)\n\(turn)\n\(turn.prefix(length))")
            #expect(recording.count == 1 && recording.cutLine == 3)
        }
    }

    @Test(
        "Recording · what is no recording is refused with a sentence",
        arguments: [
            ("", RecordingError.empty, "The recording is empty."),
            ("\n \n", .empty, "The recording is empty."),
            ("{", .noHeader, "The first line does not say that this is a recording, or is cut."),
            (#"{"id":1}"#, .noHeader, "The first line does not say that this is a recording, or is cut."),
            (
                #"{"format":"millrace.recording","version":1}"#, .noHeader,
                "The first line does not say that this is a recording, or is cut."
            ),
            (
                #"{"format":"millrace.recording","version":2}"#, .unknownVersion("2"),
                "The recording is of version 2, and only version 1 is known here."
            ),
            (
                #"{"format":"millrace.recording"}"#, .unknownVersion("null"),
                "The recording is of version null, and only version 1 is known here."
            ),
        ])
    func refused(_ text: String, _ error: RecordingError, _ sentence: String) {
        #expect(throws: error) { try Recording(text) }
        #expect("\(error)".hasPrefix(sentence + " To fix this, "))
    }

    @Test(
        "Recording · a line that is none of a recording is told with its number, and why",
        arguments: [
            ("hello", "a value should be here, at byte 1"),
            ("{\"id\":1", "a comma or } should be here, at byte 8"),
            ("{\"id\" 1}", "a colon should be here, at byte 7"),
            ("{id:1}", "a name in quotes should be here, at byte 2"),
            ("[1 2]", "a comma or ] should be here, at byte 4"),
            ("{\"a\":", "it ends where a value should be, at byte 6"),
            ("{\"a\":1-}", "a value should be here, at byte 6"),
            ("{\"a\":tru}", "a value should be here, at byte 6"),
            ("{\"a\":\"b", "a string does not end, at byte 8"),
            ("{\"a\":\"\\q\"}", "no such escape is known, at byte 9"),
            ("{\"a\":\"\\u12\"}", "four digits should be here, at byte 9"),
            ("{\"a\":\"\\ud83d.\"}", "half a character stands alone, at byte 13"),
            ("{\"a\":\"\\ude00\"}", "half a character stands alone, at byte 13"),
            ("{} {}", "something follows the value, at byte 4"),
            ("{}", "it has no \"id\", or one that is none"),
            ("{\"id\":-1}", "it has no \"id\", or one that is none"),
            ("{\"id\":2}", "it has no \"kind\", or one that is none"),
            ("{\"id\":2,\"kind\":\"action\"}", "it has no \"type\", or one that is none"),
            (
                "{\"id\":2,\"kind\":\"action\",\"type\":\"A\",\"reductions\":[{}]}",
                "it has no \"action\", or one that is none"
            ),
            ("{\"back\":\"1\"}", "it has no \"back\", or one that is none"),
            ("{\"id\":1,\"kind\":\"action\",\"type\":\"A\"}", "turn 1 does not come after turn 1"),
        ])
    func garbage(_ line: String, _ reason: String) {
        let error = RecordingError.garbage(line: 3, reason: reason)
        #expect(throws: error) { try Recording("\(header)\n\(turn)\n\(line)\n") }
        #expect(
            "\(error)" == "Line 3 is none of a recording: \(reason). To fix this, give the file as it was written, or "
                + "leave out what follows the lines that are whole.")
    }

    @Test("Recording · values that lie too deep within each other are refused, not followed until the stack ends")
    func deep() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(
            throws: RecordingError.garbage(
                line: 2, reason: "values lie deeper within each other than 512, at byte 514")
        ) { try Recording("\(header)\n\(deep)\n") }
    }

    @Test("Recording · bytes that are no text are refused, and a file that is not there is told")
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
        #expect(throws: RecordingError.garbage(line: 2, reason: "it is not UTF-8, at byte 7")) {
            try Recording(contentsOf: file)
        }
    }
}
