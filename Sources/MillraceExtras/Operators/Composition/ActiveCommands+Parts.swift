public import Millrace

extension ActiveCommands {
    /// Declares the commands of another reducer with the same actions. They keep their ids.
    @inlinable
    mutating func forward<Base: Reducer>(_ base: Base, _ state: Base.State) where Base.Action == R.Action {
        var commands = ActiveCommands<Base>(list, in: context)
        base.activeCommands(for: state, &commands)
    }

    // The engine does not ask a reducer again that never declares a command. A combination never does if no part of it does.

    /// Records that this part never declares a command.
    @inlinable
    func declareNothing() {
        // A child without commands does not mean that the store's reducer declares none.
        if context == nil { list.isDeclared = false }
    }

    /// Begins another part.
    ///
    /// - Returns: Whether the parts before it may declare commands.
    @inlinable
    func beginPart() -> Bool {
        defer { list.isDeclared = true }
        return list.isDeclared
    }

    /// Ends the part. The combination may declare commands if the part may, or the parts before it.
    @inlinable
    func endPart(_ isDeclared: Bool) { if isDeclared { list.isDeclared = true } }

    /// Declares the commands of a child; none if the child is missing. Creates no mapping for a child whose type declares none.
    ///
    /// - Parameter mapping: Returns the context of the child.
    @inlinable
    mutating func add<Child: Reducer>(
        _ child: Child, _ state: @autoclosure () -> Child.State?, _ mapping: () -> MapContext
    ) {
        if isSilent(Child.self) { return declareNothing() }
        guard let state = state() else { return }
        if isKnownSilent(child, state) { return declareNothing() }
        declare(child, state, mapping())
    }

    /// Whether it is known that no child of this type declares a command.
    @inlinable
    func isSilent<Child: Reducer>(_ type: Child.Type) -> Bool {
        for known in list.knownTypes where known.type == ObjectIdentifier(type) { return known.isSilent }
        return false
    }

    /// Whether no child of this type declares a command. This depends only on the type, so one child of each type is asked.
    @usableFromInline
    func isKnownSilent<Child: Reducer>(_ child: Child, _ state: Child.State) -> Bool {
        for known in list.knownTypes where known.type == ObjectIdentifier(Child.self) { return known.isSilent }
        let probe = ActiveCommandList()
        var commands = ActiveCommands<Child>(probe)
        child.activeCommands(for: state, &commands)
        list.knownTypes.append((ObjectIdentifier(Child.self), !probe.isDeclared))
        return !probe.isDeclared
    }

    @usableFromInline
    func declare<Child: Reducer>(_ child: Child, _ state: Child.State, _ mapping: MapContext) {
        var commands = ActiveCommands<Child>(list, in: mapping)
        child.activeCommands(for: state, &commands)
    }
}
