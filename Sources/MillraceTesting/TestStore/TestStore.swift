public import MillraceHistory
import MillraceModules
public import Millrace

/// A store under test. It runs on a real engine, with a manual clock and commands that the test answers.
///
/// ```swift
/// @Test @MainActor func refreshing() {
///     let store = TestStore(Library.State(), Library())
///     store.send(.refresh) { $0.isLoading = true }
///     store.complete(FetchBooks.self, with: [.dune]) {
///         $0.books = [.dune]
///         $0.isLoading = false
///     }
/// }
/// ```
/// Each line of the test causes or asserts something. Anything that the test does not assert, or asserts wrongly, fails
/// it at the line that caused it. Turns are synchronous: when a call returns, all messages that follow from it without
/// a delay have been processed.
///
/// A call's closure describes the change by one action: it receives the state before the action, and changes it to the
/// state after it. Each action that the test did not send itself is asserted with
/// ``receive(_:_:fileID:filePath:line:column:)``. Outputs, transitions, inputs for other modules and facts are asserted
/// with `output`, `transition`, `input` and `fact`.
///
/// A test store is bound to the actor that creates it. It checks once that nothing is left, in `finish()` or in its
/// deinitializer, and then shuts down its engine.
public final class TestStore<R: Reducer> {
    /// The store itself. Use it to observe the state, to register listeners, or to add workers.
    ///
    /// The test must receive each action that is sent to this store directly.
    public let store: Store<R>
    /// The clock of the engine.
    public let clock: TestClock
    /// The history of all messages, with their causes.
    public let history: History
    /// How much the test must assert from now on. Defaults to `.on`: everything. A fault that the test does not assert fails
    /// the test with every setting.
    public var exhaustivity = Exhaustivity.on
    /// The last asserted state, which the next closure receives.
    ///
    /// It equals the state of the store when the test has received all actions.
    public internal(set) var state: R.State
    /// The time after which a wait that cannot end fails the test. Defaults to one minute. `nil` waits forever.
    ///
    /// A test waits forever, for example, if it awaits the receipt of a command that only the test can answer, or if a
    /// handler never ends its command. If effects are in flight and nothing happens in the store for this time, the test
    /// fails at the last call of the store, with these effects, and the engine is shut down, which ends the wait. Time in
    /// which the store's actor is busy hardly counts: the limit has 50 parts, and after each the actor must have a turn.
    ///
    /// Choose a longer time if handlers of the test take longer.
    public var waitLimit: Duration? = .seconds(60) { didSet { watchWaits() } }
    /// Watches for a wait that never ends. Created by the first call.
    var watch: WaitWatch?
    var lastProgress: TestProgress?
    /// The last call of the test, and the number of calls.
    var (lastCall, callCount): (Place, Int)
    let log: Log<R>
    let requests: Requests
    /// The line that created the test store.
    let origin: Place
    /// The line that finished the test store.
    var end: Place?
    /// The answers of a test that the inspector has written.
    var recordedAnswers = RecordedAnswers()

    /// The engine of the store. Other stores of an integration test use it too.
    ///
    /// Do not replace its history or remove its middleware. You can append middleware.
    public var engine: Engine { store.engine }

    /// Creates a store with `state` and `reducer`, on its own engine.
    ///
    /// Commands without a handler are pending until the test answers them. That includes the active commands of the
    /// first state.
    ///
    /// The initial value of a stored property of a suite has no isolation. Pass it explicitly there:
    /// `TestStore(State(), Feature(), isolation: MainActor.shared)`.
    ///
    /// - `state`: The initial state.
    /// - `reducer`: The reducer under test.
    /// - `wire`: Registers the handlers of an integration test. Called once, before the store is created.
    #if !(Testing || App)
        @available(*, unavailable, message: "Enable the package trait App or Testing to test with MillraceTesting.")
    #endif
    public convenience init(
        _ state: R.State, _ reducer: R, isolation: isolated (any Actor) = #isolation, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        wire: (Engine) -> Void = { _ in }
    ) {
        self.init(
            state, reducer, at: Place(fileID, filePath, line, column), drivesIntervals: true, isolation: isolation,
            wire: wire)
    }

    /// As the public one. Without `drivesIntervals`, intervals do not tick on the clock.
    init(
        _ state: R.State, _ reducer: R, at place: Place, drivesIntervals: Bool,
        isolation: isolated (any Actor) = #isolation, wire: (Engine) -> Void = { _ in }
    ) {
        origin = place
        (lastCall, callCount) = (place, 0)
        (clock, history) = (TestClock(), History(records: .max))
        let requests = Requests(drivesIntervals: drivesIntervals)
        self.requests = requests
        let engine = Engine(scheduler: clock)
        // A low limit, so that an endless loop is reported soon: the history keeps every message.
        engine.turnsPerSlice = 100_000
        engine.jitter = { 0 }
        wire(engine)
        engine.history = history
        engine.middleware.insert(CommandInterceptor(requests: requests) { [weak engine] in engine }, at: 0)
        store = Store(state, reducer, on: engine)
        log = Log(history, of: store.id, from: origin)
        self.state = state
        engine.onFault = { [log] in log.note($0) }
        // Without these observers, a transition or an input for another module would be a fault.
        store.onTransition { _ in }
        store.onInput { [log] in log.note($1, to: $0) }
        log.read(for: store)
        log.current = nil
        clock.aroundAdvance = { [weak self] call, body in
            if let self { pass(call, body) } else { body() }
        }
    }

    deinit { conclude(at: origin) }

    // MARK: Calls of a test

    /// Begins a call of the test: asserts that the test has asserted everything that happened since the last call.
    ///
    /// - Returns: Whether the call may proceed. `false` if the store is finished, or if another call is running.
    func beginCall(_ call: Call) -> Bool {
        if let end {
            Failure.finished(call, at: end).report(at: call.place)
            return false
        }
        if let outer = log.current {
            Failure.nested(call, within: outer).report(at: call.place)
            return false
        }
        engine.processPending()
        log.read(for: store)
        assertNothingLeft(before: call.placed)
        log.current = call.place
        (lastCall, callCount) = (call.place, callCount + 1)
        if watch == nil { watchWaits() }
        return true
    }

    /// Ends a call of the test. Everything that happened during the call was caused by its line.
    func endCall() {
        engine.processPending()
        giveWaitingAnswers()
        log.read(for: store)
        log.current = nil
    }

    /// Runs a call that advances the clock.
    private func pass(_ call: Call, _ body: () -> Void) {
        guard beginCall(call) else { return }
        body()
        endCall()
    }

    /// Descriptions of the pending commands, one line each.
    var pendingLines: [String] { requests.all.map { shortDescription(of: $0.anyCommand) } }
}
