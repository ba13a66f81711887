import MillraceHistory
import MillraceJournal
public import Millrace

// What a test needs that the inspector has written.
extension TestStore {
    /// Creates a store that begins with a recorded state, in a test that the inspector has written.
    ///
    /// The store asserts nothing by itself. No interval ticks by itself, because each recorded tick is an answer of the test.
    ///
    /// If the program `mayDiffer` from the recorded one, because it was changed, it may request other commands. Then the answer to a command
    /// that is not requested has no effect. By default, it fails the test. `json` is the recorded state, which the `reducer` goes on with.
    ///
    /// - Throws: A `DecodingError`, if the state has another form today.
    #if !(Testing || App)
        @available(*, unavailable, message: "Enable the package trait App or Testing to test with MillraceTesting.")
    #endif
    public convenience init(
        recorded json: String, _ reducer: R, mayDiffer: Bool = false, isolation: isolated (any Actor) = #isolation,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) throws where R.State: Decodable {
        let state = try MillraceTesting.recorded(R.State.self, json)
        self.init(
            state, reducer, at: Place(fileID, filePath, line, column), drivesIntervals: false, isolation: isolation
        ) { _ in }
        exhaustivity = .off
        recordedAnswers.mayDiffer = mayDiffer
    }

    /// Answers a command of a type as in a recording, in a test that the inspector has written. `json` is the recorded command, or `nil` if
    /// it was not recorded, and `outcome` is the answer.
    ///
    /// The command is the one at `index`, if it equals the recorded one. Otherwise it is the first equal one without an answer, and
    /// if none is equal, the one at `index`: its place among all commands of the type that the test has requested, or `nil` if it was
    /// requested before the state with which the test begins. A command that is not pending yet gets the answer when it is. If no such
    /// command was requested, the action is sent instead.
    ///
    /// Fails the test if the command is not pending, unless the program may differ.
    public func answer<C: Command>(
        recorded type: C.Type, _ json: String? = nil, at index: Int? = nil, with outcome: Outcome<C>,
        orSend action: R.Action? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        let place = Place(fileID, filePath, line, column)
        let call = Call(place, "answer(recorded: \(C.self).self)")
        guard beginCall(call) else { return }
        defer { endCall() }
        let json = json.map(RecordedValue.typed)
        if let turn = recordedCommand(type, json, at: index) {
            if give(outcome, to: turn) || wait(for: turn, outcome) { return }
        } else if let action {
            return _ = store.send(action)
        } else if recordedAnswers.mayDiffer {
            return waitForRequest(of: type, json, outcome)
        }
        if !recordedAnswers.mayDiffer {
            Failure.notPending(call, pending: pendingLines, isHandled: false).report(at: place)
        }
    }

    /// Returns the turn of the command of a recording, among those that the test has requested; `nil` if there is none.
    private func recordedCommand<C: Command>(_ type: C.Type, _ json: JSON?, at index: Int?) -> UInt64? {
        let all = log.commands(of: type)
        let other = index.flatMap { all.indices.contains($0) ? all[$0] : nil }
        if let other, json == nil || Self.isEqual(other.command, json) { return other.turn }
        let equal = all.filter { Self.isEqual($0.command, json) }
        return equal.isEmpty ? other?.turn : (equal.first { !recordedAnswers.ended.contains($0.turn) } ?? equal[0]).turn
    }

    private static func isEqual(_ command: some Command, _ json: JSON?) -> Bool {
        (command as? any Encodable).map { RecordedValue.json(of: $0) == json } ?? false
    }

    /// Answers the command of a turn. Returns `false` if it is not pending, or has its last answer.
    private func give<C: Command>(_ outcome: Outcome<C>, to turn: UInt64) -> Bool {
        guard let request = requests.find(C.self, inTurn: turn) else { return false }
        if outcome.verb.isLast { recordedAnswers.ended.insert(turn) }
        outcome.send(to: request.reply)
        return true
    }

    /// Answers the command of a turn when its handler is called. Returns `false` if it has ended.
    private func wait<C: Command>(for turn: UInt64, _ outcome: Outcome<C>) -> Bool {
        guard case .pending? = history[turn]?.outcome else { return false }
        recordedAnswers.waiting.append { [weak self] in self?.give(outcome, to: turn) ?? true }
        return true
    }

    /// Answers an equal command when it is requested: it may wait in a queue that the recorded program did not have.
    private func waitForRequest<C: Command>(of type: C.Type, _ json: JSON?, _ outcome: Outcome<C>) {
        recordedAnswers.waiting.append { [weak self] in
            guard let self else { return true }
            let equal = log.commands(of: type).first {
                Self.isEqual($0.command, json) && !self.recordedAnswers.ended.contains($0.turn)
            }
            return equal.map { self.give(outcome, to: $0.turn) } ?? false
        }
    }

    /// Gives the answers to commands that are pending now.
    func giveWaitingAnswers() {
        var index = 0
        while index < recordedAnswers.waiting.count {
            log.read(for: store)
            if recordedAnswers.waiting[index]() {
                recordedAnswers.waiting.remove(at: index)
                engine.processPending()
                index = 0
            } else {
                index += 1
            }
        }
    }
}

/// The answers of a recording.
struct RecordedAnswers {
    /// Whether an answer to a command that is not requested has no effect.
    var mayDiffer = false
    /// The turns of the commands with their last answer.
    var ended: Set<UInt64> = []
    /// The answers to commands that are not pending yet. Each call returns whether it gave the answer.
    var waiting: [() -> Bool] = []
}
