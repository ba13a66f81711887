import Synchronization

/// The faults of the service, which anybody can change while it runs: it is an example.
package final class FaultPlan: Sendable {
    private let faults = Mutex<[ServiceFault.Step: ServiceFault]>([:])

    /// Creates a plan without faults.
    package init() {}

    /// The fault of the requests at a step. `nil` for none.
    package subscript(step: ServiceFault.Step) -> ServiceFault? {
        get { faults.withLock { $0[step] } }
        set { faults.withLock { $0[step] = newValue } }
    }
}
