import Foundation
import MillraceHistory
import MillraceExtras
import Millrace
import MillraceJournal
import Testing

@MainActor struct StoreRecorderTests {
    private let header =
        #"{"format":"millrace.recording","version":2,"reducer":"Tally","state":{"count":0,"names":{}}}"#

    private func add(_ id: Int, to count: Int) -> String {
        #"{"id":\#(id),"kind":"action","type":"Action","case":"add","time":1.5,"outcome":"done","reductions":"#
            + #"[{"action":{"add":{"_0":1}},"state":{"changes":[{"at":["count"],"set":\#(count)}]}}]}"#
    }

    @Test("Recording · each turn is a line with its cause, its action, the state after it, and its flow")
    func lines() throws {
        let fixture = RecorderFixture()
        let recorder = try fixture.recorder()
        fixture.send(.add(1))
        fixture.send(.ask("Emma"))
        #expect(
            try bare(recorder.lines()) == [
                header,
                add(1, to: 1),
                #"{"id":2,"kind":"action","type":"Action","case":"ask","time":1.5,"outcome":"done","reductions":"#
                    + #"[{"action":{"ask":{"_0":"Emma"}},"#
                    + #""flow":{"execute":{"command":"Ask","value":{"of":"Emma"},"policy":"latest"}}}]}"#,
                #"{"id":3,"cause":2,"kind":"command","type":"Ask","time":1.5,"outcome":"done","#
                    + #""command":{"value":{"of":"Emma"}}}"#,
                #"{"id":4,"cause":3,"kind":"event","type":"Event<Ask>","case":"data","time":1.5,"outcome":"done","#
                    + #""event":["answered","_0"],"#
                    + #""reductions":[{"action":{"answered":{"_0":{"data":4}}},"#
                    + #""state":{"changes":[{"at":["count"],"set":5}]},"#
                    + #""flow":{"post":{"type":"Counted","value":{"count":5}}}}]}"#,
                #"{"id":5,"cause":4,"kind":"fact","type":"Counted","time":1.5,"outcome":"done"}"#,
            ])
    }

    @Test("Recording · new lines are written once, and together they equal a recording that is written at once")
    func newLines() throws {
        let fixture = RecorderFixture()
        let recorder = try fixture.recorder()
        var lines = try recorder.lines()
        #expect(bare(lines) == [header])
        #expect(try bare(recorder.lines()) == [])
        fixture.send(.add(1))
        fixture.send(.add(1))
        let two = try recorder.lines()
        #expect(bare(two) == [add(1, to: 1), add(2, to: 2)])
        lines += two
        fixture.send(.add(1))
        lines += try recorder.lines()
        let store = try #require(fixture.store)
        try recorder.end { lines += $0.split(separator: "\n").map(String.init) }
        #expect(try fixture.history.recording(of: store) == text(lines))
        #expect(try Recording(fixture.history.recording(of: store)).count == 3)
    }

    @Test("Recording · a turn that is running is written the next time")
    func runningTurn() throws {
        let fixture = RecorderFixture()
        let recorder = try fixture.recorder()
        var received: [[String]] = []
        let subscription = fixture.store?.subscribe(to: \.count) { _ in
            do { received.append(try bare(recorder.lines())) } catch { Issue.record(error) }
        }
        fixture.send(.add(1))
        #expect(received == [[header], []])
        #expect(try bare(recorder.lines()) == [add(1, to: 1)])
        subscription?.cancel()
    }

    @Test("Recording · lines count as written only if the closure did not throw")
    func notWritten() throws {
        struct Full: Error {}
        let fixture = RecorderFixture()
        let recorder = try fixture.recorder()
        fixture.send(.add(1))
        #expect(throws: Full.self) { try recorder.write { _ in throw Full() } }
        #expect(try bare(recorder.lines()) == [header, add(1, to: 1)])
    }

    @Test("Recording · the closure that writes lines may request more of them, and receives none a second time")
    func nested() throws {
        let fixture = RecorderFixture()
        let recorder = try fixture.recorder()
        var inner: [String] = []
        try recorder.write { _ in
            fixture.send(.add(1))
            inner = try bare(recorder.lines())
        }
        #expect(inner == [add(1, to: 1)])
        #expect(try bare(recorder.lines()) == [])
    }

    @Test(
        "Recording · an action of another store appears only as a cause, and one that is reduced twice in a turn appears twice"
    )
    func others() throws {
        let fixture = RecorderFixture()
        let recorder = try fixture.recorder()
        fixture.store?.listen(to: Ask.self, as: Tally.Action.answered)
        let other = Store(Tally.State(), Tally(), on: fixture.engine)
        other.send(.name("secret"))
        fixture.send(.ask("Emma"))
        let lines = try bare(recorder.lines())
        #expect(lines.count == 7 && !lines.joined().contains("secret"))
        #expect(lines[1] == #"{"id":1,"kind":"action","type":"Action","case":"name","time":1.5,"outcome":"done"}"#)
        let answer = #"{"action":{"answered":{"_0":{"data":4}}},"state":{"changes":[{"at":["count"],"set":"#
        #expect(lines[4].contains(answer + "4") && lines[4].contains(answer + "8"))
    }

    @Test("Recording · if the oldest records were discarded, the recording begins with the oldest state that remains")
    func discarded() throws {
        let fixture = RecorderFixture(records: 2)
        for _ in 0..<5 { fixture.send(.add(1)) }
        let recorder = try fixture.recorder()
        let begin = header.replacing(#""state":{"count":0"#, with: #""after":3,"state":{"count":3"#)
        #expect(try bare(recorder.lines()) == [begin, add(4, to: 4), add(5, to: 5)])
        for _ in 0..<5 { fixture.send(.add(1)) }
        let gap = add(9, to: 9).replacing(#""id":9,"#, with: #""id":9,"skipped":3,"#)
            .replacing(#"[{"action""#, with: #"[{"before":{"changes":[{"at":["count"],"set":8}]},"action""#)
        #expect(try bare(recorder.lines()) == [gap, add(10, to: 10)])
    }

    @Test("Recording · after a gap in the history, the next line has the state from which it continues")
    func off() throws {
        let fixture = RecorderFixture()
        let recorder = try fixture.recorder()
        fixture.send(.add(1))
        fixture.engine.history = nil
        fixture.send(.add(1))
        fixture.engine.history = fixture.history
        fixture.send(.add(1))
        let gap = add(3, to: 3).replacing(#""id":3,"#, with: #""id":3,"skipped":1,"#)
            .replacing(#"[{"action""#, with: #"[{"before":{"changes":[{"at":["count"],"set":2}]},"action""#)
        #expect(try bare(recorder.lines()).last == gap)
    }

    @Test(
        "Recording · turns that were undone are omitted when the recording is read, and turns that are redone appear again"
    )
    func rewinding() throws {
        let fixture = RecorderFixture()
        let recorder = try fixture.recorder()
        for _ in 0..<3 { fixture.send(.add(1)) }
        var lines = try recorder.lines()
        try fixture.history.rewind(to: 1)
        fixture.send(.name("a"))
        let more = try recorder.lines()
        #expect(bare(more).first == #"{"back":1}"# && more.count == 2)
        #expect(more.last?.contains(#""before":{"whole":{"count":1,"names":{}}}"#) == true)
        lines += more
        #expect(try Recording(text(lines)).count == 2)
        try fixture.history.rewind(to: 3)
        lines += try recorder.lines()
        #expect(try Recording(text(lines)).count == 3)
        try fixture.history.rewind(to: 0)
        let back = try recorder.lines()
        #expect(bare(back) == [#"{"back":0}"#])
        #expect(try Recording(text(lines + back)).count == 0)
    }

    @Test("Recording · a rewind to before the oldest record undoes no discarded turn")
    func rewindingPastDiscarded() throws {
        let fixture = RecorderFixture(records: 2)
        let recorder = try fixture.recorder()
        var lines: [String] = []
        for _ in 0..<3 {
            for _ in 0..<2 { fixture.send(.add(1)) }
            lines += try recorder.lines()
        }
        try fixture.history.rewind(to: 0)
        lines += try recorder.lines()
        #expect(bare(lines).last == #"{"back":4}"#)
        #expect(try Recording(text(lines)).count == 4)
    }

    @Test("Recording · a history continues after it was cleared, and written lines stay")
    func cleared() throws {
        let fixture = RecorderFixture()
        let recorder = try fixture.recorder()
        fixture.send(.add(1))
        #expect(try recorder.lines().count == 2)
        fixture.history.clear()
        #expect(try bare(recorder.lines()) == [])
        fixture.send(.add(1))
        #expect(try bare(recorder.lines()) == [add(2, to: 2)])
    }

    @Test("Recording · a released store can still be recorded")
    func released() throws {
        let fixture = RecorderFixture()
        let recorder = try fixture.recorder()
        fixture.send(.add(1))
        fixture.close()
        #expect(fixture.engine.resources.stores == 0)
        #expect(try bare(recorder.lines()) == [header, add(1, to: 1)])
    }

    @Test("Recording · a held message is reduced where it was resumed, after the turns in between")
    func held() throws {
        let fixture = RecorderFixture()
        var held: UInt64?
        fixture.engine.middleware = [
            Interceptor { message in
                if held != nil { return .pass }
                held = message.id
                return .hold
            }
        ]
        fixture.send(.add(1))
        fixture.send(.add(10))
        if let held { fixture.engine.resume(held) }
        let lines = try fixture.recorder().lines()
        #expect(lines.count == 4)
        #expect(!lines[1].contains("reductions"))
        #expect(lines[2].contains(#""state":{"changes":[{"at":["count"],"set":10}]}"#))
        #expect(lines[3].contains(#""state":{"changes":[{"at":["count"],"set":11}]}"#) && !lines[3].contains("before"))
        #expect(try Recording(text(lines)).count == 3)
    }

    @Test("Recording · an engine without a history has nothing to record")
    func noHistory() throws {
        let store = Store(Tally.State(), Tally(), on: Engine())
        #expect(throws: RecordingError.noHistory) { try StoreRecorder(store) }
        #expect(
            "\(RecordingError.noHistory)"
                == "The engine of the store has no history, so there is nothing to record. To fix this, set "
                + "engine.history before you create the recorder.")
    }

    @Test("Recording · a value that cannot be written is an error with its turn, and the lines before it are written")
    func unencodable() throws {
        let fixture = RecorderFixture()
        fixture.engine.handle(AskForBoth.self) { _ in (1, 2) }
        let recorder = try fixture.recorder()
        fixture.send(.add(1))
        fixture.send(.askForBoth)
        let error = RecordingError.unencodable(
            turn: 4, part: "The action",
            reason: "The data of AskForBoth is of the type (Int, Int), which is not Encodable, at \"_0.data\".")
        var lines: [Substring] = []
        #expect(throws: error) { try recorder.write { lines += $0.split(separator: "\n") } }
        #expect(lines.count == 4 && bare(lines.map(String.init)).first == header)
        #expect(throws: error) { try recorder.write { lines += $0.split(separator: "\n") } }
        #expect(lines.count == 4)
        let text = """
            The action of turn 4 cannot be encoded: The data of AskForBoth is of the type (Int, Int), which is not Encodable, at \
            "_0.data". To fix this, make the type Codable, or correct its implementation of Codable.
            """
        #expect("\(error)" == text)
    }

    @Test("Recording · the entries of a dictionary are in the order of its keys")
    func order() throws {
        let fixture = RecorderFixture()
        for name in ["c", "a", "d", "b", "é\n\"\\/"] { fixture.send(.name(name)) }
        fixture.history.clear()
        #expect(
            try fixture.recorder().lines().first?.contains(#""names":{"a":1,"b":1,"c":1,"d":1,"é\n\"\\/":1}"#) == true)
    }

    @Test("Recording · a line that is written after the end of the recording is an error")
    func ended() throws {
        let fixture = RecorderFixture()
        let recorder = try fixture.recorder()
        fixture.send(.add(1))
        var all = ""
        try recorder.end { all += $0 }
        #expect(all.contains(#"{"end":1,"#))
        #expect(try Recording(all).isEnded)
        #expect(throws: RecordingError.ended) { try recorder.write { all += $0 } }
        #expect(throws: RecordingError.ended) { try recorder.end { all += $0 } }
        #expect(throws: RecordingError.afterEnd(line: 4)) { try Recording(all + "x") }
        #expect(throws: RecordingError.afterEnd(line: 4)) { try Recording(all + "\n") }
    }

    @Test("Recording · a large state is written once, however often the store returns to it")
    func large() throws {
        let fixture = RecorderFixture()
        let recorder = try fixture.recorder()
        let names = Dictionary(uniqueKeysWithValues: (0..<500).map { ("name \($0)", $0) })
        let full = Tally.State(count: 1, names: names)
        for _ in 0..<10 {
            fixture.store?.replaceState(with: full)
            fixture.store?.replaceState(with: Tally.State(count: 2, names: ["x": 1]))
        }
        var all = ""
        try recorder.end { all += $0 }
        #expect(all.components(separatedBy: "name 499").count - 1 == 1)
        #expect(try Recording(all).count == 20)
    }
}
