import Millrace

// The failures of a host.
extension HostBench {
    private func failure(_ what: String, _ detail: String? = nil, fix: String? = nil) -> Failure {
        let origin = script.count < 2 ? script : chain(script) { $0 }
        return Failure(what: "“\(rule)”: \(what)", detail: detail, origin: origin, fix: fix ?? rule.fix)
    }

    /// It shows something else than there is.
    func unlike(_ shown: Snapshot, _ truth: Snapshot) -> Failure {
        failure(
            "the host does not show what the navigator has.",
            comparison(truth.lines, shown.lines, "- the navigator, + shown"))
    }

    /// A gesture asked for something else than it means, or not once.
    func misheard(_ gesture: Gesture, _ meaning: Set<String>, _ heard: [String]) -> Failure {
        let meant = meaning.sorted().joined(separator: ", or ")
        return failure(
            "a person did this once: \(gesture).",
            "asked for: \(heard.isEmpty ? "nothing" : heard.joined(separator: ", and "))\nmeant:     \(meant)",
            fix:
                "ask once for what the person does, and for nothing else; a tap is an action for the scene's store, "
                + "all else a request to the navigator.")
    }

    /// Something is wrong in the wiring.
    func faulty() -> Failure {
        failure("what the host did is a fault in the wiring.", list(faults.map(\.description)))
    }

    /// Something is kept alive, or has gone.
    func left(_ there: Int, _ expected: Int, _ what: String) -> Failure {
        failure("the engine has \(what): \(there), and there should be \(expected).")
    }

    /// It could not do what it was asked.
    func thrown(_ error: any Error) -> Failure {
        failure(
            "the host threw an error: \(error)",
            fix: "have it do what it was asked, or say in its capabilities that it cannot.")
    }

    /// What the case goes on with is not there: the host has changed what it should only draw.
    func missing(_ what: String) -> Failure {
        failure("\(what) is not there any more.", fix: "ask for nothing that the person did not do.")
    }
}

extension HostConformance.Snapshot {
    /// Its outline line by line, so that a difference names the lines.
    fileprivate var lines: String { self == Self() ? "nothing" : description }
}
