public import Millrace

extension Fault.Kind {
    /// A module told another that is not there, or has gone.
    public static let portNotConnected = Fault.Kind("portNotConnected")
    /// A router asked for a way out that does not fit where its scene stands.
    public static let invalidNavigation = Fault.Kind("invalidNavigation")
}

extension Fault {
    static func portNotConnected(_ port: PortName, _ input: Any) -> Fault {
        Fault(
            .portNotConnected, "The input \(input) was sent to \(port.module) on the port \"\(port)\", which is empty.",
            "It was never presented on that port, or has gone, so it is recorded as late and went nowhere. To fix this, tell it "
                + "only while it is there: pass `onRemoval:` where it is presented to hear when it goes.")
    }

    static func invalidNavigation(
        _ operation: RouteOperation, _ module: String, _ error: NavigationError,
        possible: [RouteOperation.Verb]
    ) -> Fault {
        let list = possible.isEmpty ? "nothing" : possible.map { "\($0)" }.joined(separator: ", ")
        return Fault(
            .invalidNavigation, "The router of \(module) asked to \(operation), but \(error.reason).",
            "Nothing was done. To fix this, ask only for what fits where it stands; to leave, that was: \(list).")
    }
}
