public import Millrace

/// Something that may become of a command that is pending, for an ``Explorer`` to try.
public enum Outcome<C: Command> {
    /// A report on the way; others may follow, the same one too.
    case progress(C.Progress)
    /// An answer after which others may follow, the same one too.
    case data(C.Output)
    /// The last answer.
    case complete(C.Output)
    /// A failure; where the flow asks for it, the command is tried again first.
    case fail(C.Failure)
    /// The end without another event.
    case end
    /// The handler's task is cancelled: the end without an event, and what was to follow does not.
    case cancel

    /// The event that a store reduces, if there is one.
    var event: Event<C>? {
        switch self {
        case .progress(let progress): .progress(progress)
        case .data(let output), .complete(let output): .data(output)
        case .fail(let failure): .failure(failure)
        case .end, .cancel: nil
        }
    }

    /// What it brings, if it brings something that is more than nothing.
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

    /// The command and what becomes of it: `FetchBooks.fail`, and the case of the failure where it is an enum's.
    var label: String {
        let verb = "\(C.self).\(verb.rawValue)"
        guard let value, Mirror(reflecting: value).displayStyle == .enum else { return verb }
        return "\(verb)(.\(caseName(of: value)))"
    }

    /// What a test store is told to the same effect.
    var verb: Verb {
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

/// What may become of a command, without what it brings.
enum Verb: String, Sendable {
    case progress, data, complete, fail, end, cancel

    /// Whether the command has ended then, unless it is tried again.
    var isLast: Bool { self != .progress && self != .data }

    /// A number that distinguishes it from the others.
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
