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
    case throttle(AnyEntry, child: Int32, keepsLatest: Bool)
    /// Cancels the effects with a name, and the interval of the throttle with this name.
    case cancel(name: Int32, interval: Int32)
    /// Cancels the effects for whose names the closure returns `true`, and those with a name.
    case cancelAll(name: Int32, interval: Int32, includes: (Int32) -> Bool)
    /// Cancels the commands for whose entries the closure returns `true`. The number distinguishes it from others.
    case cancelCommands(Int32, includes: (AnyEntry) -> Bool)
    case sequence(AnyEntry)
    case merge([LazyPlan])
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
        case .send, .throttle, .sequence, .cancelAll, .fault: return nil
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
