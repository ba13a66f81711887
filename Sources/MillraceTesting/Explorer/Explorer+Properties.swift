public import Millrace

// ``Explorer/explore()`` returns which properties hold. ``Explorer/check(fileID:filePath:line:column:)`` fails the test
// for each that does not. Two properties are always checked: that no step reports a fault, and that equal steps from
// equal system states have equal results.
extension Explorer {
    /// Adds a property: `holds` is true in every system state.
    ///
    /// Fails the test at this line, without adding the property, if the explorer has a property with this name.
    public func always(
        _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column,
        _ holds: @escaping @Sendable (SystemState<R>) -> Bool
    ) -> Explorer {
        adding(Property(name: name, kind: .always(.state(holds))), at: Place(fileID, filePath, line, column))
    }

    /// Adds a property: `happens` is true in no system state.
    ///
    /// Fails the test at this line, without adding the property, if the explorer has a property with this name.
    public func never(
        _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column,
        _ happens: @escaping @Sendable (SystemState<R>) -> Bool
    ) -> Explorer {
        always(name, fileID: fileID, filePath: filePath, line: line, column: column) { !happens($0) }
    }

    /// Adds a property: `happens` is true in at least one system state, so the search reaches it.
    ///
    /// Fails the test at this line, without adding the property, if the explorer has a property with this name.
    public func sometimes(
        _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column,
        _ happens: @escaping @Sendable (SystemState<R>) -> Bool
    ) -> Explorer {
        adding(Property(name: name, kind: .sometimes(.state(happens))), at: Place(fileID, filePath, line, column))
    }

    // MARK: Properties of steps

    /// Adds a property: `holds` is true in every step.
    ///
    /// The closure receives the system states before and after an action, and the action. The action is the one that a user
    /// sends, or the one to which an outcome, a timer or a fact leads:
    ///
    /// ```swift
    /// .everyStep("a closed list stays closed") { before, _, after in !before.state.isClosed || after.state.isClosed }
    /// ```
    /// If flows send further actions at once, the closure is called for each of them, in order. The effects in flight between
    /// two of them are those before the first. The action is `nil` for a restart, which changes the state, and for a step that
    /// changes only the effects in flight, for example the begin of a retry.
    ///
    /// Fails the test at this line, without adding the property, if the explorer has a property with this name.
    public func everyStep(
        _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column,
        _ holds: @escaping @Sendable (_ before: SystemState<R>, _ action: R.Action?, _ after: SystemState<R>) -> Bool
    ) -> Explorer {
        adding(Property(name: name, kind: .always(.step(holds))), at: Place(fileID, filePath, line, column))
    }

    /// Adds a property: `happens` is true in no step.
    ///
    /// The closure receives the system states before and after an action, and the action, as that of `everyStep` does:
    ///
    /// ```swift
    /// .noStep("an item is added after closing") { before, _, after in
    ///     before.state.isClosed && after.state.items.count > before.state.items.count
    /// }
    /// ```
    /// Fails the test at this line, without adding the property, if the explorer has a property with this name.
    public func noStep(
        _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column,
        _ happens: @escaping @Sendable (_ before: SystemState<R>, _ action: R.Action?, _ after: SystemState<R>) -> Bool
    ) -> Explorer {
        everyStep(name, fileID: fileID, filePath: filePath, line: line, column: column) { !happens($0, $1, $2) }
    }

    /// Adds a property: `happens` is true in at least one step, so the search reaches it.
    ///
    /// The closure receives the system states before and after an action, and the action, as that of `everyStep` does.
    ///
    /// Fails the test at this line, without adding the property, if the explorer has a property with this name.
    public func someStep(
        _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column,
        _ happens: @escaping @Sendable (_ before: SystemState<R>, _ action: R.Action?, _ after: SystemState<R>) -> Bool
    ) -> Explorer {
        adding(Property(name: name, kind: .sometimes(.step(happens))), at: Place(fileID, filePath, line, column))
    }

    // MARK: Properties of paths

    /// Adds a property: on every path from each system state in which `start` is true, `happens` becomes true. Without
    /// `start`, on every path from the beginning.
    ///
    /// The search assumes fairness. A command with an outcome that ends it gets such an outcome, and time passes. Users
    /// need never send an action, and may stop at any time.
    ///
    /// An infinite cycle without the goal also violates the property, if every effect that is in flight throughout the
    /// cycle ends in it. Retries that always fail are such a cycle. Cycles with actions of the user count only if
    /// `whileUsersSend` is `true`.
    ///
    /// The property is not checked if a time limit, a cancellation or an interrupt ends the search.
    ///
    /// Fails the test at this line, without adding the property, if the explorer has a property with this name.
    public func eventually(
        _ name: String, from start: (@Sendable (SystemState<R>) -> Bool)? = nil, whileUsersSend: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column,
        _ happens: @escaping @Sendable (SystemState<R>) -> Bool
    ) -> Explorer {
        let kind = Property<R>.Kind.eventually(from: start, whileUsersSend: whileUsersSend, happens)
        return adding(Property(name: name, kind: kind), at: Place(fileID, filePath, line, column))
    }

    /// Adds a property: in every system state except end states, a user can send an action, or an effect in flight can
    /// have an outcome.
    ///
    /// Fails the test at this line, without adding the property, if the explorer has a property with this name.
    public func noDeadEnd(
        _ name: String = "no dead end", except isEnd: @escaping @Sendable (SystemState<R>) -> Bool = { _ in false },
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Explorer {
        adding(Property(name: name, kind: .noDeadEnd(except: isEnd)), at: Place(fileID, filePath, line, column))
    }

    private func adding(_ property: Property<R>, at place: Place) -> Explorer {
        if properties.contains(where: { $0.name == property.name }) {
            Failure.duplicate(property: property.name).report(at: place)
            return self
        }
        return with { $0.properties.append(property) }
    }
}

/// A property of all reachable system states.
struct Property<R: Reducer> {
    enum Kind {
        /// The condition is true in every system state, or in every turn of every step.
        case always(Condition)
        /// The condition is true in at least one system state, or in at least one turn.
        case sometimes(Condition)
        /// On every path from a system state with the first condition, the second condition becomes true.
        case eventually(from: ((SystemState<R>) -> Bool)?, whileUsersSend: Bool, (SystemState<R>) -> Bool)
        /// In every system state except end states, a step is possible.
        case noDeadEnd(except: (SystemState<R>) -> Bool)
        /// No step reports a fault or continues without end.
        case noFault
        /// Equal steps from equal system states have equal results.
        case deterministic
    }

    let name: String
    let kind: Kind

    static func noFault() -> Property { Property(name: "no fault", kind: .noFault) }
    static func deterministic() -> Property { Property(name: "deterministic", kind: .deterministic) }
}
