/// Reads the lines of a recording, in order, and checks that each follows the lines before it.
struct LineReader {
    private let version: Int
    private var chain: LineChain
    /// The number of the last line.
    private(set) var line: Int
    /// The state after the last line.
    private(set) var state: RecordedState
    private var active: [JSON]
    /// The number of the last turn that was not undone.
    private var last: UInt64
    /// The lowest number of a turn to which the history can be rewound.
    private var base: UInt64
    /// The part of the recording that was read so far.
    private(set) var recording: Recording

    /// Reads the first line.
    init(header bytes: ArraySlice<UInt8>) throws(RecordingError) {
        guard let json = try? JSONReader.read(bytes), json["format"]?.text == Format.name else { throw .noHeader }
        let version = json["version"] ?? .null
        guard let number = version.integer, Format.versions.contains(number) else {
            throw .unknownVersion("\(version)")
        }
        chain = LineChain()
        if number > 1, !chain.accepts(bytes) { throw .damaged(line: 1) }
        guard json["reducer"] != nil, json["state"] != nil else { throw .noHeader }
        var fields = try FieldReader(json, line: 1)
        (_, _, _) = (fields.optional("format"), fields.optional("version"), number > 1 ? fields.optional("sum") : nil)
        let (reducer, state) = (try fields.text("reducer"), try fields.value("state"))
        last = fields.has("after") && number > 1 ? try fields.number("after") : 0
        active = number > 1 ? try fields.optionalArray("active") ?? [] : []
        try fields.end()
        (self.version, line, base, self.state) = (Int(number), 1, last, RecordedState(state))
        recording = Recording(version: Int(number), reducer: reducer, state: state, active: active)
    }

    /// Reads the lines after a checkpoint. `header` is a reader of the first line. `before` is the line before the checkpoint.
    init(
        _ header: LineReader, checkpoint bytes: ArraySlice<UInt8>, after before: ArraySlice<UInt8>, line: Int
    ) throws(RecordingError) {
        guard let chain = LineChain(after: before) else { throw .damaged(line: line - 1) }
        self = header
        (self.chain, self.line, state) = (chain, line - 1, RecordedState(nil))
        try add(bytes)
        base = last
    }

    /// Starts a recording with the state after the last line, for a range of turns.
    mutating func restart() {
        guard let json = state.json else { return }
        recording = Recording(version: version, reducer: recording.reducer, state: json, active: active)
        recording.firstLine = line
    }

    /// Reads the next line, without its line break.
    mutating func add(_ bytes: ArraySlice<UInt8>) throws(RecordingError) {
        line += 1
        if version == 1, !bytes.contains(where: { $0 > 0x20 }) { return }
        if recording.isEnded { throw .afterEnd(line: line) }
        if version > 1, !chain.accepts(bytes) { throw .damaged(line: line) }
        let json: JSON
        do { json = try JSONReader.read(bytes) } catch {
            if let name = error.duplicate { throw .field(line: line, field: name, .duplicate) }
            throw .invalid(line: line, reason: "\(error.reason), at byte \(error.place)")
        }
        var fields = try FieldReader(json, line: line)
        if version > 1 { _ = fields.optional("sum") }
        if fields.has("back") {
            try rewind(to: fields.number("back"))
        } else if version > 1, fields.has("checkpoint") {
            try addCheckpoint(&fields)
        } else if version > 1, fields.has("end") {
            try end(turns: fields.number("end"))
        } else {
            try addTurn(&fields)
        }
        try fields.end()
    }

    private mutating func rewind(to position: UInt64) throws(RecordingError) {
        if version > 1 {
            guard position < last, position >= base else {
                throw .wrongTurn(line: line, turn: position, expected: last)
            }
            (state, active) = (RecordedState(nil), [])
        }
        recording.rewind(to: position)
        last = version > 1 ? position : recording.turns.last?.id ?? 0
    }

    /// Checks that a checkpoint has the state that the lines before it describe, or starts with its state.
    private mutating func addCheckpoint(_ fields: inout FieldReader) throws(RecordingError) {
        let (turn, json) = (try fields.number("checkpoint"), try fields.value("state"))
        let commands = try fields.optionalArray("active") ?? []
        if let current = state.json {
            guard turn == last else { throw .wrongTurn(line: line, turn: turn, expected: last) }
            guard current == json, active == commands else {
                throw .invalid(line: line, reason: "the state is not the one that the lines before it describe")
            }
        }
        (state, last, active) = (RecordedState(json), turn, commands)
    }

    private mutating func end(turns: UInt64) throws(RecordingError) {
        guard turns == last else { throw .wrongTurn(line: line, turn: turns, expected: last) }
        recording.isEnded = true
    }

    // MARK: Turns

    private mutating func addTurn(_ fields: inout FieldReader) throws(RecordingError) {
        let id = try fields.number("id")
        let skipped = version > 1 && fields.has("skipped") ? try fields.number("skipped") : 0
        try check(id, skipped)
        let cause = fields.has("cause") ? try fields.number("cause") : 0
        guard cause < id else { throw fields.error("cause", .outOfRange) }
        let (kind, type) = (try fields.text("kind"), try fields.text("type"))
        let name = try fields.optionalText("case")
        try checkTimes(&fields)
        let command = version > 1 ? fields.optional("command") : nil
        let event = version > 1 ? fields.optional("event") : nil
        let new = try apply(fields.change("state", version: version))
        if version > 1, new != nil { active = try fields.optionalArray("active") ?? active }
        var reductions: [Recording.Reduction] = []
        if fields.has("reductions") {
            for var reader in try fields.objects("reductions") { reductions.append(try reduction(&reader)) }
        }
        last = id
        recording.append(
            Recording.Turn(
                line: line, id: id, skipped: skipped, cause: cause, kind: kind, type: type, name: name,
                command: command, event: event, state: new, reductions: reductions))
    }

    private func check(_ id: UInt64, _ skipped: UInt64) throws(RecordingError) {
        let (expected, isTooLarge) = last.addingReportingOverflow(1)
        let (next, isAlsoTooLarge) = expected.addingReportingOverflow(skipped)
        let isNext = version == 1 ? id > last : !isTooLarge && !isAlsoTooLarge && id == next
        if !isNext { throw .wrongTurn(line: line, turn: id, expected: isAlsoTooLarge ? expected : next) }
    }

    /// The names of the outcomes of a message.
    private static let outcomes: Set = [
        "pending", "done", "failed", "cancelled", "redirected", "dropped", "discarded",
    ]

    private func checkTimes(_ fields: inout FieldReader) throws(RecordingError) {
        if version > 1 || fields.has("time") { try fields.seconds("time") }
        if version > 1 || fields.has("outcome") {
            guard Self.outcomes.contains(try fields.text("outcome")) else {
                throw fields.error("outcome", .wrongType("the name of an outcome"))
            }
        }
        for pause in try fields.optionalArray("pauses") ?? [] {
            guard case .number = pause else { throw fields.error("pauses", .wrongType("an array of numbers")) }
        }
    }

    private mutating func reduction(_ fields: inout FieldReader) throws(RecordingError) -> Recording.Reduction {
        let before = try apply(fields.change("before", version: version))
        guard state.json != nil else { throw fields.error("before", .missing) }
        let action = try fields.value("action")
        let after = try apply(fields.change("state", version: version))
        let flow = fields.optional("flow") ?? .null
        if version > 1 { active = try fields.optionalArray("active") ?? active }
        try fields.end()
        return Recording.Reduction(before: before, action: action, after: after, flow: flow, active: active)
    }

    /// Applies a change to the state. Returns it without kept states, so that a part of a recording can be replayed alone.
    private mutating func apply(_ change: StateChange?) throws(RecordingError) -> StateChange? {
        guard let change else { return nil }
        guard state.apply(change), let json = state.json else {
            throw .invalid(line: line, reason: "a change of the state does not fit the state before it")
        }
        if case .changes = change.content { return StateChange(change.content) }
        return StateChange(.whole(json))
    }
}
