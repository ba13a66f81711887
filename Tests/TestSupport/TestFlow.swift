package import Millrace

/// An input for a machine in a test: a flow without a reducer.
package indirect enum TestFlow {
    case command(name: Int32, Policy, Retry, timeout: Int64, child: Int32)
    case delay(name: Int32, Policy, Int64, TestFlow)
    case throttle(name: Int32, Int64, latest: Bool, TestFlow)
    case cancel(name: Int32)
    /// Cancels the commands of a type. The type of a command is its name modulo 2.
    case cancelCommands(type: Int32)
    case sequence([TestFlow])
    case merge([TestFlow])
    case group(name: Int32, Policy, EffectGroup, child: Int32, TestFlow)
}

extension TestFlow {
    /// The number of commands that the flow requests before any of its links has ended.
    package var firstCommandCount: Int {
        switch self {
        case .command: 1
        case .cancel, .cancelCommands: 0
        case .delay(_, _, _, let flow), .throttle(_, _, _, let flow), .group(_, _, _, _, let flow):
            flow.firstCommandCount
        case .sequence(let links): links.first?.firstCommandCount ?? 0
        case .merge(let flows): flows.reduce(0) { $0 + $1.firstCommandCount }
        }
    }
}
