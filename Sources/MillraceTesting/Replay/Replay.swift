#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
import MillraceHistory
public import Millrace
public import MillraceJournal

/// Replays a recording with the current reducer, and compares the results.
///
/// ```swift
/// @Test func theLostBook() {
///     Replay(lostBook, Library()).check()
/// }
/// ```
/// The replay reduces every recorded action in order, beginning with the first recorded state. It uses its own
/// resulting states, not the recorded ones. There is no engine: no flow is performed and no handler is called. After
/// each action, the state and the requests in the flow must match the recording.
///
/// Two states match if they are equal, or if they have the same encoding; properties that are not encoded do not count.
/// Commands, facts, outputs, transitions and inputs for other modules are compared by value if their type is `Codable`,
/// otherwise by the name of their type. Active commands are not compared, because they depend only on the state.
///
/// A replay needs no store and can run on any actor.
public struct Replay<R: Reducer> where R.State: Codable, R.Action: Codable {
    private let read: () throws(RecordingError) -> Recording
    private let reducer: R
    private let file: String?

    private init(_ reducer: R, file: String?, _ read: @escaping () throws(RecordingError) -> Recording) {
        (self.reducer, self.file, self.read) = (reducer, file, read)
    }

    /// Creates a replay of a recording with `reducer`.
    #if !Testing
        @available(*, unavailable, message: "Turn the package trait Testing on to test with MillraceTesting.")
    #endif
    public init(_ recording: Recording, _ reducer: R) {
        self.init(reducer, file: nil) { () throws(RecordingError) in recording }
    }

    /// Creates a replay of the recording in `file` with `reducer`. The file is read when the replay runs.
    #if !Testing
        @available(*, unavailable, message: "Turn the package trait Testing on to test with MillraceTesting.")
    #endif
    public init(_ file: URL, _ reducer: R) {
        self.init(reducer, file: file.lastPathComponent) { () throws(RecordingError) in
            try Recording(contentsOf: file)
        }
    }

    /// Creates a replay of the recording in `text` with `reducer`. The text is read when the replay runs.
    #if !Testing
        @available(*, unavailable, message: "Turn the package trait Testing on to test with MillraceTesting.")
    #endif
    public init(_ text: String, _ reducer: R) {
        self.init(reducer, file: nil) { () throws(RecordingError) in try Recording(text) }
    }

    /// The result of a replay.
    public enum Outcome {
        /// Everything matches the recording. `turns` is the number of recorded turns, including those that the store
        /// did not reduce.
        case same(turns: Int)
        /// The first mismatch.
        case different(Mismatch)
    }

    /// The first mismatch between a replay and its recording.
    public struct Mismatch {
        /// The part that differs.
        public enum Subject {
            /// The state after the action.
            case state(recorded: R.State, today: R.State)
            /// The requests in the reducer's flow, one line each, in the format of the recording.
            case requests(recorded: [String], today: [String])
        }

        /// The number of the turn.
        public let turn: UInt64
        /// The line of the recording, counted from 1.
        public let line: Int
        /// The action that was reduced.
        public let action: R.Action
        /// The part that differs. If both the state and the requests differ, the state.
        public let subject: Subject
        /// The recorded chain of causes of the turn: the message from outside first, the turn itself last.
        public let causes: [String]
    }

    /// Replays the recording, up to the first mismatch.
    ///
    /// - Throws: `RecordingError` if the recording cannot be read, or if the current types cannot decode a state or an
    ///   action in it before the first mismatch.
    public func run() throws(RecordingError) -> Outcome { try run(read()) }

    /// Replays the recording, and asserts that everything matches.
    ///
    /// Fails the test with the first mismatch and its chain of causes, or with the part of the recording that cannot be
    /// read. An incomplete last line is shown as a warning, and does not fail the test.
    public func check(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let place = Place(fileID, filePath, line, column)
        let source = file ?? "the recording"
        do {
            let recording = try read()
            switch try run(recording) {
            case .different(let mismatch): Failure.replay(mismatch, of: source).report(at: place)
            case .same(let turns):
                guard let line = recording.cutLine else { return }
                report(warning: Failure.cut(line, of: source, turns).text, at: place)
            }
        } catch {
            Failure.unreplayable(error, source).report(at: place)
        }
    }

    private func run(_ recording: Recording) throws(RecordingError) -> Outcome {
        var replayer = try Replayer(recording, reducer)
        for turn in recording.turns {
            if let state = turn.state { try replayer.replaceState(by: state, line: turn.line) }
            for reduction in turn.reductions {
                guard let (action, subject) = try replayer.reduce(reduction, line: turn.line) else { continue }
                let causes = recording.chain(to: turn).map(\.summary)
                return .different(
                    Mismatch(turn: turn.id, line: turn.line, action: action, subject: subject, causes: causes))
            }
        }
        return .same(turns: recording.count)
    }
}
