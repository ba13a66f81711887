#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
import MillraceHistory
public import Millrace
public import MillraceJournal

/// A recording that is reduced anew by today's reducer, and compared.
///
/// ```swift
/// @Test func theLostBook() {
///     Replay(lostBook, Library()).check()
/// }
/// ```
/// Every recorded action is reduced in order, from the first recorded state on, and always into the state of the replay.
/// Nothing is performed: there is no engine, and no handler is asked. After each action the state and what the reducer
/// asks for must be those that were recorded. States are the same where two flows that send them are, or where they are
/// written alike: what is not coded does not count. Commands, facts, outputs, transitions and what is told to other
/// modules are compared by their value where their type is `Codable`, else by the name of their type. Active commands are
/// not compared, because they follow from the state.
///
/// Any actor may replay; it needs no store.
public struct Replay<R: Reducer> where R.State: Codable, R.Action: Codable {
    private let read: () throws(RecordingError) -> Recording
    private let reducer: R
    private let file: String?

    private init(_ reducer: R, file: String?, _ read: @escaping () throws(RecordingError) -> Recording) {
        (self.reducer, self.file, self.read) = (reducer, file, read)
    }

    /// The replay of a recording by `reducer`.
    #if !Testing
        @available(*, unavailable, message: "Turn the package trait Testing on to test with MillraceTesting.")
    #endif
    public init(_ recording: Recording, _ reducer: R) {
        self.init(reducer, file: nil) { () throws(RecordingError) in recording }
    }

    /// The replay of the recording in `file` by `reducer`. The file is read when it is replayed.
    #if !Testing
        @available(*, unavailable, message: "Turn the package trait Testing on to test with MillraceTesting.")
    #endif
    public init(_ file: URL, _ reducer: R) {
        self.init(reducer, file: file.lastPathComponent) { () throws(RecordingError) in
            try Recording(contentsOf: file)
        }
    }

    /// The replay of the recording whose text is `text` by `reducer`.
    #if !Testing
        @available(*, unavailable, message: "Turn the package trait Testing on to test with MillraceTesting.")
    #endif
    public init(_ text: String, _ reducer: R) {
        self.init(reducer, file: nil) { () throws(RecordingError) in try Recording(text) }
    }

    /// What came of a replay.
    public enum Outcome {
        /// All is as it was recorded: in so many turns, those included that the store did not reduce.
        case same(turns: Int)
        /// The first mismatch.
        case different(Mismatch)
    }

    /// Where a replay first differs from the recording.
    public struct Mismatch {
        /// What differs.
        public enum Subject {
            /// The state after the action.
            case state(recorded: R.State, today: R.State)
            /// What the reducer asks for, a line for each, as the recording says it.
            case requests(recorded: [String], today: [String])
        }

        /// The number of the turn.
        public let turn: UInt64
        /// The line of the recording, counted from 1.
        public let line: Int
        /// The action that was reduced.
        public let action: R.Action
        /// What differs; where both do, the state.
        public let subject: Subject
        /// The chain of causes that led to the turn, the message from outside first and the turn itself last, as far as
        /// they are recorded.
        public let causes: [String]
    }

    /// Reduces the recording, up to the first mismatch.
    ///
    /// - Throws: `RecordingError` where it cannot be read, or today's types cannot read a state or an action in it
    ///   before anything differs.
    public func run() throws(RecordingError) -> Outcome { try run(read()) }

    /// Reduces the recording, and demands that nothing differs.
    ///
    /// - Fails: with the first mismatch and the chain of causes that led to it, or with what cannot be read. That the
    ///   last line of the recording is cut is shown, and fails nothing.
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
