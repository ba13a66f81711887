import MillraceInspection
import MillraceModules
public import MillraceHistory
public import Millrace

/// A store under test: the real kernel, with a time that stands still and commands that wait for the test.
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
/// A test says what happens, one line after the other, and whatever it does not say, or says wrongly, fails it at the
/// line that caused it. Turns are synchronous, so a line has happened with all that follows from it at once when the
/// next begins. The closure of a line speaks of one action: it is given the state before and makes it the state after.
/// Each action that follows by itself is spoken of with ``receive(_:_:fileID:filePath:line:column:)``, each output,
/// transition, input for another module and fact with `output`, `transition`, `input` and `fact`.
///
/// It lives on the actor that makes it. It checks once that nothing is left: in `finish()`, or when it goes. Then its
/// engine is shut down.
public final class TestStore<R: Reducer> {
    /// The store itself, to watch it, to let it listen, or to give it workers. What is sent to it past the test store
    /// is an action like those that follow by themselves: the test must receive it.
    public let store: Store<R>
    /// The time of the engine.
    public let clock: TestClock
    /// All that happened, with its causes.
    public let history: History
    /// How much a test must say from now on: all of it unless set. Faults fail the test in any case.
    public var exhaustivity = Exhaustivity.on
    /// The state of which the test has spoken last: what the next closure is given. It is that of the store once every
    /// action that followed has been received.
    public internal(set) var state: R.State
    let log: Log<R>
    let requests = Requests()
    /// Where the test store was made.
    let origin: Place
    /// Where it was finished.
    var end: Place?

    /// The loop that the store is on; other stores of an integration test go there too.
    ///
    /// Keep its history and its middleware as they are, and append to the middleware what the test needs.
    public var engine: Engine { store.engine }

    /// A store with `state`, reduced by `reducer`, on an engine of its own.
    ///
    /// `wire` is called once, before the store is made: it registers the handlers of an integration test. Commands that
    /// it registers none for wait for the test, and so do those that stand in the first state.
    ///
    /// In the initial value of a property of a suite there is no isolation to take: write
    /// `TestStore(State(), Feature(), isolation: MainActor.shared)`.
    #if !Testing
        @available(*, unavailable, message: "Turn the package trait Testing on to test with MillraceTesting.")
    #endif
    public init(
        _ state: R.State, _ reducer: R, isolation: isolated (any Actor) = #isolation, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        wire: (Engine) -> Void = { _ in }
    ) {
        origin = Place(fileID, filePath, line, column)
        (clock, history) = (TestClock(), History(records: .max))
        let engine = Engine(scheduler: clock)
        // A loop without end shall be told soon: everything that passes is kept.
        engine.turnsPerSlice = 100_000
        wire(engine)
        engine.history = history
        engine.middleware.insert(CommandInterceptor(requests: requests) { [weak engine] in engine }, at: 0)
        store = Store(state, reducer, on: engine)
        log = Log(history, of: store.id, from: origin)
        self.state = state
        engine.onFault = { [log] in log.note($0) }
        // Where nobody hears of it, it would be a fault.
        store.onTransition { _ in }
        store.onInput { [log] in log.note($1, to: $0) }
        log.read(for: store)
        log.current = nil
        clock.surround = { [weak self] call, body in
            if let self { pass(call, body) } else { body() }
        }
    }

    deinit { conclude(at: origin) }

    // MARK: Lines of a test

    /// Begins a line of the test: takes in what happened since the last, and demands that the test has spoken of it.
    ///
    /// - Returns: whether the line may do what it says; not when the store is finished.
    func begin(_ call: Call) -> Bool {
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
        demandNothingLeft(before: call.placed)
        log.current = call.place
        return true
    }

    /// Ends a line of the test: what happened in it was caused by it.
    func endLine() {
        engine.processPending()
        log.read(for: store)
        log.current = nil
    }

    /// A line in which time passes.
    private func pass(_ call: Call, _ body: () -> Void) {
        guard begin(call) else { return }
        body()
        endLine()
    }

    /// The commands that are pending, on a line each.
    var pendingLines: [String] { requests.all.map { shortDescription(of: $0.anyCommand) } }
}
