public import Millrace

extension Fault.Kind {
    /// A module told another that is not there, or has gone.
    public static let noChild = Fault.Kind("noChild")
    /// A router asked for a way out that does not fit where its scene stands.
    public static let unfitVerb = Fault.Kind("unfitVerb")
}

extension Fault {
    static func noChild(_ port: PortName, _ input: Any) -> Fault {
        Fault(
            .noChild, "The input \(input) was told to \(port.module) on the port \"\(port)\", where there is none.",
            "It was never presented on that port, or has gone, so it is recorded as late and went nowhere. To fix this, tell it "
                + "only while it is there: pass `ended:` where it is presented to hear when it goes.")
    }

    static func unfitVerb(
        _ operation: RouteOperation, _ module: String, _ error: NavigationError,
        possible: [RouteOperation.Verb]
    ) -> Fault {
        let list = possible.isEmpty ? "nothing" : possible.map { "\($0)" }.joined(separator: ", ")
        return Fault(
            .unfitVerb, "The router of \(module) asked to \(operation), but \(error.reason).",
            "Nothing was done. To fix this, ask only for what fits where it stands; to leave, that was: \(list).")
    }
}
