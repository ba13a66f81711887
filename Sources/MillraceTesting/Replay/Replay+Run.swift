import Millrace
public import MillraceJournal

extension Replay {
    /// Replays the recording, up to the first mismatch.
    ///
    /// - Returns: The result, with a summary of what was compared.
    /// - Throws: `RecordingError` if the recording cannot be read or is of another reducer, or if the current types
    ///   cannot decode a state or an action in it before the first mismatch.
    public func run() throws(RecordingError) -> Outcome { try run(read()) }

    /// Replays the recording, and asserts that everything matches.
    ///
    /// Fails the test with the first mismatch and its chain of causes, with the part of the recording that cannot be
    /// read, or because nothing was compared. Shows a warning, which does not fail the test, if the last line is
    /// incomplete, or if something could not be compared.
    public func check(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let place = Place(fileID, filePath, line, column)
        var source = file ?? "the recording"
        do {
            let content = try read()
            var recording: Recording?
            switch content {
            case .recording(let content): recording = content
            case .run(let lines): source = lines.name
            }
            switch try run(content) {
            case .different(let mismatch, _): Failure.replay(mismatch, of: source).report(at: place)
            case .nothing(let summary): Failure.nothing(summary, of: source).report(at: place)
            case .same(let summary):
                guard let warning = Failure.incomplete(recording, of: source, summary) else { return }
                report(warning: warning.text, at: place)
            }
        } catch {
            Failure.unreplayable(error, source).report(at: place)
        }
    }

    private func run(_ source: Source) throws(RecordingError) -> Outcome {
        switch source {
        case .recording(let recording): try run(recording)
        case .run(let lines): try run(lines)
        }
    }

    private func run(_ lines: RunLines) throws(RecordingError) -> Outcome {
        let name = name ?? typeName(R.self)
        var replayer = RunReplayer(reducer, recordedAs: name)
        for line in lines {
            guard let (turn, action, subject) = try replayer.replay(line) else { continue }
            let mismatch = Mismatch(
                turn: turn, line: line.number, action: action, subject: subject, causes: lines.chain(to: turn))
            return .different(mismatch, replayer.summary)
        }
        guard replayer.names.contains(name) else {
            throw .otherReducer(recorded: replayer.names.sorted().joined(separator: ", "), today: name)
        }
        return replayer.summary.states == 0 ? .nothing(replayer.summary) : .same(replayer.summary)
    }

    private func run(_ recording: Recording) throws(RecordingError) -> Outcome {
        let name = name ?? "\(R.self)"
        guard recording.reducer == name else { throw .otherReducer(recorded: recording.reducer, today: name) }
        var replayer = try Replayer(recording, reducer)
        for turn in recording.turns {
            guard let (action, subject) = try replayer.replay(turn) else { continue }
            let causes = recording.chain(to: turn).map(\.summary)
            let mismatch = Mismatch(turn: turn.id, line: turn.line, action: action, subject: subject, causes: causes)
            return .different(mismatch, replayer.summary)
        }
        return replayer.summary.states == 0 ? .nothing(replayer.summary) : .same(replayer.summary)
    }
}
