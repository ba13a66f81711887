import CCallgrind

/// Runs rows. `Scripts/budget` counts their instructions and allocations from another process.
@main @MainActor struct Budget {
    static let rows =
        sendRows + observerRows + middlewareRows + historyRows + telemetryRows + commandRows + childCommandRows
        + effectRows
        + activeRows + childRows + operatorRows + factRows + navigationRows + viewRows + lifetimeRows + applicationRows
        + memoryRows + pageRows

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("--list", 1):
            for row in rows { print(row.name, row.count, row.kind.rawValue) }
        case ("--children", 2...):
            for name in arguments.dropFirst() { runInChild(row(name)) }
        case (let name?, 2):
            guard let count = Int(arguments[1]) else { fallthrough }
            run(row(name), count)
        default:
            print("Usage: budget ROW COUNT | budget --children ROW… | budget --list")
        }
    }

    private static func row(_ name: String) -> Row {
        guard let row = rows.first(where: { $0.name == name }) else { fail("There is no row \(name).") }
        return row
    }

    private static func fail(_ message: String) -> Never {
        print(message)
        exit(1)
    }

    private static func run(_ row: Row, _ count: Int) {
        LocalActor.takeGlobalJobs()
        let work = row.prepare()
        if row.kind == .memory { return work(count) }
        work(min(warmUp, row.count))
        callgrind_start_instrumentation()
        countedOnce(work, count)
        countedTwice(work, 2 * count)
    }

    /// Runs a row in a new child process, and prints its name and the ID of the process. Callgrind takes a second to start, and
    /// then counts in each child process. A child process has the state that this one had after its start.
    private static func runInChild(_ row: Row) {
        switch continue_in_child() {
        case 0:
            run(row, row.count)
            // The buffered output belongs to this process's parent.
            _exit(0)
        case -1: fail("The row \(row.name) failed.")
        case let child: print(row.name, child)
        }
    }

    /// The maximum number of uncounted repetitions before the run. A multiple of 20, the length of the application's script.
    private static let warmUp = 200
}

// The script counts the instructions within these two functions, which it selects by their names. The cost of an operation is the
// difference, divided by the count.

/// Repeats the operation `count` times.
@inline(never) @MainActor private func countedOnce(_ body: @MainActor (Int) -> Void, _ count: Int) {
    body(count)
    keep(count)
}

/// Repeats the operation `count` times, which is twice as often as the function above.
@inline(never) @MainActor private func countedTwice(_ body: @MainActor (Int) -> Void, _ count: Int) {
    body(count)
    keep(count + 1)
}

/// Uses a number, so that the compiler does not remove its computation.
@inline(never) func keep(_ number: Int) {
    if number == .min { print("This never happens.") }
}
