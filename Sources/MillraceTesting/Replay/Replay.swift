#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
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
/// Of a recording of a whole engine, written by a `Recorder`, it replays all stores of the reducer, and compares the state after each
/// message that they reduced. Flows are not compared, because the messages that they sent are recorded as messages of their own. A store
/// whose state is not known, such as after turns that were not recorded or with a part that is never recorded, is compared from its next
/// complete state on.
///
/// A replay needs no store and can run on any actor.
public struct Replay<R: Reducer> where R.State: Codable, R.Action: Codable {
    /// The recording of a store, or that of an engine.
    enum Source {
        case recording(Recording)
        case run(RunLines)
    }

    let read: () throws(RecordingError) -> Source
    let reducer: R
    let name: String?
    let file: String?

    private init(
        _ reducer: R, _ name: String?, file: String?, _ read: @escaping () throws(RecordingError) -> Source
    ) {
        (self.reducer, self.name, self.file, self.read) = (reducer, name, file, read)
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
        self.init(reducer, recordedAs, file: nil) { () throws(RecordingError) in .recording(recording) }
    }

    /// Creates a replay of a recording in a file, which is read when the replay runs.
    ///
    /// - Parameters:
    ///   - file: The file of a `StoreRecorder`, a file of a `Recorder`, or its folder, whose last run is replayed.
    ///   - reducer: The reducer that reduces the recorded actions again.
    ///   - recordedAs: The name of the reducer in the recording. Defaults to `nil`: the name of `R`.
    #if !(Testing || App)
        @available(*, unavailable, message: "Enable the package trait App or Testing to test with MillraceTesting.")
    #endif
    public init(_ file: URL, _ reducer: R, recordedAs: String? = nil) {
        self.init(reducer, recordedAs, file: file.lastPathComponent) { () throws(RecordingError) in
            if RunLines.exist(at: file) { return .run(try RunLines(file)) }
            return .recording(try Recording(contentsOf: file))
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
        self.init(reducer, recordedAs, file: nil) { () throws(RecordingError) in .recording(try Recording(text)) }
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
            /// The parts of the state after the action that differ, one line each: the path and the value as JSON. For the recording
            /// of a `Recorder`.
            case parts(recorded: [String], today: [String])
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
}
