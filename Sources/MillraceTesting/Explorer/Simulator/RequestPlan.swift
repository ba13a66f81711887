import Millrace

/// The requests of a flow in one state, without the types of the feature.
enum RequestPlan {
    case none
    /// Sends a list of actions, which are reduced in one turn.
    case send(Int32)
    /// Takes a turn that reduces nothing: an output, or a fact without listeners.
    case nothing
    /// Starts an effect for the child with this number. -1 if it belongs to no removable child.
    case start(AnyEntry, child: Int32)
    case throttle(ThrottlePlan)
    /// Cancels the effects with a name, and the interval of the throttle with this name.
    case cancel(name: Int32, interval: Int32)
    /// Cancels the effects for whose names the closure returns `true`, and those with a name.
    case cancelAll(name: Int32, interval: Int32, includes: (Int32) -> Bool)
    /// Cancels the commands for whose entries the closure returns `true`. The number distinguishes it from others.
    case cancelCommands(Int32, includes: (AnyEntry) -> Bool)
    case sequence(SequencePlan)
    case merge([LazyPlan])
    /// Starts a group for the child with this number, and performs its flow.
    case group(AnyEntry, child: Int32, LazyPlan)
    case fault(Fault)

    /// A hash of the requests. `nil` if it depends on the state, or if a part was not performed yet.
    var signature: UInt64? {
        switch self {
        case .none: return 1
        case .nothing: return 2
        case .start(let entry, let child): return child < 0 ? mixed(mixed(3) ^ UInt64(entry.id)) : nil
        case .cancel(let name, _): return mixed(mixed(4) ^ UInt64(name))
        case .cancelCommands(let number, _): return mixed(mixed(6) ^ UInt64(UInt32(bitPattern: number)))
        case .merge(let parts):
            var signature = mixed(5 ^ UInt64(parts.count) << 32)
            for part in parts {
                guard part.isMade, let own = part.plan.signature else { return nil }
                signature = mixed(signature ^ own)
            }
            return signature
        case .send, .throttle, .sequence, .group, .cancelAll, .fault: return nil
        }
    }
}

/// A plan that is created when it is first performed. Its requests get their numbers at that time.
final class LazyPlan {
    private var make: (() -> RequestPlan)?
    var isMade: Bool { make == nil }
    private(set) lazy var plan: RequestPlan = {
        defer { make = nil }
        return make?() ?? .none
    }()

    init(_ make: @escaping () -> RequestPlan) { self.make = make }
}

/// A throttle in one state.
final class ThrottlePlan {
    /// The interval, without the flow that waits for its end.
    let interval: EffectMachine.Request
    let keepsLatest: Bool
    /// The plan that is performed if no interval is running.
    let inner: LazyPlan
    private let makeEntry: () -> AnyEntry
    /// The flow that waits for the end of the interval.
    private(set) lazy var entry = makeEntry()

    init(_ interval: EffectMachine.Request, keepsLatest: Bool, inner: LazyPlan, entry: @escaping () -> AnyEntry) {
        (self.interval, self.keepsLatest, self.inner, makeEntry) = (interval, keepsLatest, inner, entry)
    }
}

/// A sequence in one state.
final class SequencePlan {
    /// A link, and the number of the rest after it. -1 for the last link.
    typealias Part = (plan: RequestPlan, rest: Int32)

    /// Whether each link is performed even if an earlier one has failed.
    let evenAfterFailure: [Bool]
    /// The child that requested the sequence. -1 if it cannot be removed.
    let child: Int32
    private let make: (Int) -> Part
    private var parts: [Part?]

    init(_ evenAfterFailure: [Bool], child: Int32, _ make: @escaping (Int) -> Part) {
        (self.evenAfterFailure, self.child, self.make) = (evenAfterFailure, child, make)
        parts = Array(repeating: nil, count: evenAfterFailure.count)
    }

    var count: Int { parts.count }

    subscript(index: Int) -> Part {
        if let part = parts[index] { return part }
        let part = make(index)
        parts[index] = part
        return part
    }
}
