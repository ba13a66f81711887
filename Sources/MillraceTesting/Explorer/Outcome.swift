public import Millrace

/// A possible outcome of a pending command. A test gives it to the command with
/// `TestStore.answer(_:with:)`, and an ``Explorer`` tries it.
public enum Outcome<C: Command> {
    /// A progress value. Other outcomes can follow, also the same one. The explorer reports no progress by itself.
    case progress(C.Progress)
    /// An output. Other outcomes can follow, also the same one.
    case data(C.Output)
    /// The last output.
    case complete(C.Output)
    /// A failure. If the command has retries left, it is retried.
    case fail(C.Failure)
    /// The end of the command, without another event.
    case end
    /// The handler's task is cancelled. The command ends without an event, and flows that follow it in a sequence do
    /// not start.
    case cancel

    /// The event of the outcome. `nil` if it has none.
    var event: Event<C>? {
        switch self {
        case .progress(let progress): .progress(progress)
        case .data(let output), .complete(let output): .data(output)
        case .fail(let failure): .failure(failure)
        case .end, .cancel: nil
        }
    }

    /// The progress value, output or failure. `nil` if there is none, or if it is `Void`.
    var value: Any? {
        let value: Any? =
            switch self {
            case .progress(let progress): progress
            case .data(let output), .complete(let output): output
            case .fail(let failure): failure
            case .end, .cancel: nil
            }
        return value is Void ? nil : value
    }

    /// The command and the kind of outcome, such as `FetchBooks.fail`. If the value is an enum, also its case.
    var label: String {
        let verb = "\(C.self).\(verb.rawValue)"
        guard let value, Mirror(reflecting: value).displayStyle == .enum else { return verb }
        return "\(verb)(.\(caseName(of: value)))"
    }

    /// Sends the outcome as the reply of the command's handler.
    func send(to reply: Reply<C>) {
        switch self {
        case .progress(let progress): reply.progress(progress)
        case .data(let output): reply.data(output)
        case .complete(let output): reply.finish(with: output)
        case .fail(let failure): reply.fail(failure)
        case .end: reply.finish()
        case .cancel: reply.cancel()
        }
    }

    /// The call of a test store that gives this outcome to the selected command, without the value.
    func call(for selection: String) -> String {
        verb == .complete || verb == .fail ? "\(verb)(\(selection))" : "answer(\(selection), with: .\(verb))"
    }

    /// The kind of outcome.
    var verb: OutcomeKind {
        switch self {
        case .progress: .progress
        case .data: .data
        case .complete: .complete
        case .fail: .fail
        case .end: .end
        case .cancel: .cancel
        }
    }
}

extension Outcome: Sendable {}

/// A kind of outcome, without its value.
enum OutcomeKind: String, Sendable {
    case progress, data, complete, fail, end, cancel

    /// Whether the outcome ends the command, unless the command is retried.
    var isLast: Bool { self != .progress && self != .data }

    /// A number that distinguishes this kind from the others.
    var code: UInt64 {
        switch self {
        case .progress: 0
        case .data: 1
        case .complete: 2
        case .fail: 3
        case .end: 4
        case .cancel: 5
        }
    }
}
