import Foundation

/// An event from outside.
enum Event: Sendable {
    case line(String)
    case endOfInput
    /// A signal asks the program to end, or all work has ended.
    case stop
}

/// The events of the program, in order.
@MainActor final class Events {
    let stream: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    private var signals: [any DispatchSourceSignal] = []

    /// Begins to receive the signals of Ctrl-C and of process managers.
    init() {
        (stream, continuation) = AsyncStream.makeStream()
        for number in [SIGINT, SIGTERM] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { [continuation] in continuation.yield(.stop) }
            source.activate()
            signals.append(source)
        }
    }

    /// Adds an event.
    func add(_ event: Event) { continuation.yield(event) }

    /// Begins to read the standard input. A thread of its own does this, because reading waits for input.
    func readInput() {
        Thread.detachNewThread { [continuation] in
            while let line = readLine() { continuation.yield(.line(line)) }
            continuation.yield(.endOfInput)
        }
    }
}
