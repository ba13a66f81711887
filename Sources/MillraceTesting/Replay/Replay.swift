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
/// each action, these must match the recording:
/// - The state. Two states match if they are equal, or if they have the same encoding; properties that are not encoded
///   do not count.
/// - The requests in the flow, with the key paths of the children that request them. Commands, facts, outputs,
///   transitions and inputs for other modules are compared by value if their type is `Codable`, otherwise by the name of
///   their type.
/// - The active commands of the state.
///
/// If a command of the store sent the action, the current reducer must also map the recorded event to this action.
///
/// A replay needs no store and can run on any actor.
public struct Replay<R: Reducer> where R.State: Codable, R.Action: Codable {
    private let read: () throws(RecordingError) -> Recording
    private let reducer: R
    private let name: String
    private let file: String?

    private init(
        _ reducer: R, _ name: String?, file: String?, _ read: @escaping () throws(RecordingError) -> Recording
    ) {
        (self.reducer, self.name, self.file, self.read) = (reducer, name ?? "\(R.self)", file, read)
    }

    /// Creates a replay of a recording.
    ///
    /// - Parameters:
    ///   - recording: The recording.
    ///   - reducer: The reducer that reduces the recorded actions again.
    ///   - recordedAs: The name of the reducer in the recording. Defaults to `nil`: the name of `R`.
    #if !(Testing || App)
        @available(*, unavailable, message: "Enable the package trait App or Testing to test with MillraceTesting.")
    #endif
    public init(_ recording: Recording, _ reducer: R, recordedAs: String? = nil) {
        self.init(reducer, recordedAs, file: nil) { () throws(RecordingError) in recording }
    }

    /// Creates a replay of a recording in a file, which is read when the replay runs.
    ///
    /// - Parameters:
    ///   - file: The file of the recording.
    ///   - reducer: The reducer that reduces the recorded actions again.
    ///   - recordedAs: The name of the reducer in the recording. Defaults to `nil`: the name of `R`.
    #if !(Testing || App)
        @available(*, unavailable, message: "Enable the package trait App or Testing to test with MillraceTesting.")
    #endif
    public init(_ file: URL, _ reducer: R, recordedAs: String? = nil) {
        self.init(reducer, recordedAs, file: file.lastPathComponent) { () throws(RecordingError) in
            try Recording(contentsOf: file)
        }
    }

    /// Creates a replay of the recording in `text`, which is read when the replay runs.
    ///
    /// - Parameters:
    ///   - text: The recording.
    ///   - reducer: The reducer that reduces the recorded actions again.
    ///   - recordedAs: The name of the reducer in the recording. Defaults to `nil`: the name of `R`.
    #if !(Testing || App)
        @available(*, unavailable, message: "Enable the package trait App or Testing to test with MillraceTesting.")
    #endif
    public init(_ text: String, _ reducer: R, recordedAs: String? = nil) {
        self.init(reducer, recordedAs, file: nil) { () throws(RecordingError) in try Recording(text) }
    }

    /// The result of a replay.
    public enum Outcome {
        /// Everything that was compared matches the recording.
        case same(Summary)
        /// The first mismatch, and what was compared before it.
        case different(Mismatch, Summary)
        /// Nothing was compared, because the recording has no action of the store. This is no success.
        case nothing(Summary)
    }

    /// The counts of the compared parts, and the parts that could not be compared.
    public struct Summary {
        /// The number of recorded turns, including those that the store did not reduce.
        public var turns = 0
        /// The number of states that were compared: one for each action.
        public var states = 0
        /// The number of requests in flows that were compared.
        public var requests = 0
        /// The number of active commands that were compared.
        public var activeCommands = 0
        /// The number of events that were mapped to actions again.
        public var events = 0
        /// The parts that were not compared, with the reason, and how often.
        public var skipped: [String: Int] = [:]
    }

    /// The first mismatch between a replay and its recording.
    public struct Mismatch {
        /// The part that differs.
        public enum Subject {
            /// The state after the action.
            case state(recorded: R.State, today: R.State)
            /// The requests in the reducer's flow, one line each, in the format of the recording.
            case requests(recorded: [String], today: [String])
            /// The active commands of the state after the action, one line each, in the format of the recording.
            case activeCommands(recorded: [String], today: [String])
            /// The action for an event. Nothing was reduced: `today` is what the reducer that sent the command makes of
            /// the event.
            case action(recorded: R.Action, today: R.Action)
        }

        /// The number of the turn.
        public let turn: UInt64
        /// The line of the recording, counted from 1.
        public let line: Int
        /// The action that was reduced.
        public let action: R.Action
        /// The part that differs. If several parts differ: the action, the state, the requests, the active commands.
        public let subject: Subject
        /// The recorded chain of causes of the turn: the message from outside first, the turn itself last.
        public let causes: [String]
    }

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
        let source = file ?? "the recording"
        do {
            let recording = try read()
            switch try run(recording) {
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

    private func run(_ recording: Recording) throws(RecordingError) -> Outcome {
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
