import Millrace

// Which of them hold is told by ``Explorer/explore()``, and by ``Explorer/check(fileID:filePath:line:column:)``, which
// fails the test for each that does not. Two things are always asked: that no step reports a fault, and that the same
// step from the same system state leads to the same.
extension Explorer {
    /// `holds` is true in every system state.
    public func always(_ name: String, _ holds: @escaping @Sendable (SystemState<R>) -> Bool) -> Explorer {
        with { $0.properties.append(Property(name: name, kind: .always(holds))) }
    }

    /// `happens` is true in no system state.
    public func never(_ name: String, _ happens: @escaping @Sendable (SystemState<R>) -> Bool) -> Explorer {
        always(name) { !happens($0) }
    }

    /// `happens` is true in at least one system state: the search does get there.
    public func sometimes(_ name: String, _ happens: @escaping @Sendable (SystemState<R>) -> Bool) -> Explorer {
        with { $0.properties.append(Property(name: name, kind: .sometimes(happens))) }
    }

    /// On every way on from each system state in which `start` is true, `happens` is true in the end; without `start`, on
    /// every way on from the beginning.
    ///
    /// Users may stop sending at any time, and need never send anything. What is under way does end: commands that have an
    /// outcome that ends them get one, one of them, and time passes. A way that goes round for ever violates it too, if
    /// all that is under way throughout the round ends in it again and again: so do retries that always fail. Rounds that
    /// users keep up by sending again and again do not count, unless `whileUsersSend` is `true`.
    public func eventually(
        _ name: String, from start: (@Sendable (SystemState<R>) -> Bool)? = nil, whileUsersSend: Bool = false,
        _ happens: @escaping @Sendable (SystemState<R>) -> Bool
    ) -> Explorer {
        with {
            $0.properties.append(
                Property(name: name, kind: .eventually(from: start, whileUsersSend: whileUsersSend, happens)))
        }
    }

    /// Something can happen in every system state but those that are an end: a user may send something, or something is under
    /// way that ends.
    public func noDeadEnd(
        _ name: String = "no dead end", except isEnd: @escaping @Sendable (SystemState<R>) -> Bool = { _ in false }
    ) -> Explorer {
        with { $0.properties.append(Property(name: name, kind: .noDeadEnd(except: isEnd))) }
    }
}

/// What must be true of all that can happen.
struct Property<R: Reducer> {
    enum Kind {
        /// In every system state.
        case always((SystemState<R>) -> Bool)
        /// In at least one.
        case sometimes((SystemState<R>) -> Bool)
        /// On every way on from a system state of the first kind, one of the second comes.
        case eventually(from: ((SystemState<R>) -> Bool)?, whileUsersSend: Bool, (SystemState<R>) -> Bool)
        /// From every system state but those that are an end, something can happen.
        case noDeadEnd(except: (SystemState<R>) -> Bool)
        /// No step reports a fault, or goes on without end.
        case noFault
        /// Each step from the same system state leads to the same.
        case deterministic
    }

    let name: String
    let kind: Kind

    static func noFault() -> Property { Property(name: "no fault", kind: .noFault) }
    static func deterministic() -> Property { Property(name: "deterministic", kind: .deterministic) }
}
