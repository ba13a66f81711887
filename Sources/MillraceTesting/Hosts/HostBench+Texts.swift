import Millrace

// The failures of a host.
extension HostBench {
    private func failure(_ problem: String, _ detail: String? = nil, fix: String? = nil) -> Failure {
        let origin = script.count < 2 ? script : chain(script) { $0 }
        return Failure(problem: "“\(rule)”: \(problem)", detail: detail, origin: origin, fix: fix ?? rule.fix)
    }

    /// The host's snapshot differs from the navigator's tree.
    func wrongSnapshot(_ shown: Snapshot, expected: Snapshot) -> Failure {
        failure(
            "the host does not show the scenes of the navigator.",
            comparison(expected.lines, shown.lines, "- navigator, + host"))
    }

    /// A gesture did not send exactly the expected message.
    func wrongMessages(_ gesture: Gesture, expected: Set<String>, _ received: [String]) -> Failure {
        let expected = expected.sorted().joined(separator: ", or ")
        return failure(
            "the gesture “\(gesture)” must send one message, but the host sent others.",
            "expected: \(expected)\nsent:     \(received.isEmpty ? "nothing" : received.joined(separator: ", and "))",
            fix:
                "send exactly one message for each gesture: for a tap an action to the scene's store, for any other gesture a "
                + "request to the navigator.")
    }

    /// The engine has reported faults.
    func reportedFaults() -> Failure {
        failure("the host caused a fault.", list(faults.map(\.description)))
    }

    /// A resource count differs from the expected one.
    func wrongCount(_ actual: Int, _ expected: Int, _ resource: String) -> Failure {
        failure("the number of \(resource) on the engine is \(actual). It should be \(expected).")
    }

    /// The host threw an error.
    func thrown(_ error: any Error) -> Failure {
        failure(
            "the host threw an error: \(error)",
            fix: "implement the method without an error, or remove the capability from the host's capabilities.")
    }

    /// A scene that the case needs is missing, because the host has changed the tree.
    func missing(_ name: String) -> Failure {
        failure("\(name) no longer exists.", fix: "send no request without a gesture of the user.")
    }
}

extension HostConformance.Snapshot {
    /// The outline of the snapshot, so that a difference names the lines.
    fileprivate var lines: String { self == Self() ? "nothing" : description }
}
