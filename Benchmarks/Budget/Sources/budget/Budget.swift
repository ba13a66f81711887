import CCallgrind

/// Runs one row. `Scripts/budget` counts the instructions and the allocations from another process.
@main @MainActor struct Budget {
    static let rows =
        sendRows + observerRows + middlewareRows + historyRows + commandRows + childCommandRows + effectRows
        + activeRows + childRows + operatorRows + factRows + navigationRows + viewRows + lifetimeRows + applicationRows
        + memoryRows + pageRows

    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let count = Int(arguments[2]) else {
            if arguments.count == 2, arguments[1] == "--list" { return list() }
            print("Usage: budget ROW COUNT | budget --list")
            return
        }
        guard let row = rows.first(where: { $0.name == arguments[1] }) else {
            return print("There is no row \(arguments[1]).")
        }
        LocalActor.takeGlobalJobs()
        let work = row.prepare()
        if row.kind == .memory { return work(count) }
        work(min(warmUp, row.count))
        callgrind_start_instrumentation()
        countedOnce(work, count)
        countedTwice(work, 2 * count)
    }

    /// The maximum number of uncounted repetitions before the run. A multiple of 20, the length of the application's script.
    private static let warmUp = 200

    /// Prints each row with its count and kind.
    private static func list() {
        for row in rows { print(row.name, row.count, row.kind.rawValue) }
    }
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
