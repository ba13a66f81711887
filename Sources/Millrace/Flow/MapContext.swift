/// The mappings around a flow that is performed, from the innermost child's mapping to the mapping into the store's own reducer.
///
/// The engine reuses a context that nothing refers to. Exclusivity checks are off. Safe: no access runs other code.
@usableFromInline
package final class MapContext {
    /// The innermost child's mapping; `nil` while the context is unused.
    @exclusivity(unchecked) var ownMapping: MappedFlow?
    // Other modules read these two through `outer` and `isOptional`, for the same reason as the address of an `AnyBox`.
    @exclusivity(unchecked) var outerContext: MapContext?
    @exclusivity(unchecked) var isRemovable = false

    /// The context of the child that contains this one; `nil` for a child of the store's own reducer.
    package var outer: MapContext? { outerContext }
    /// Whether the child, or a child that contains it, may be removed.
    package var isOptional: Bool { isRemovable }

    package init(_ mapping: MappedFlow, in outer: MapContext?) {
        become(mapping, in: outer)
    }

    /// Sets the mappings. Used when the engine reuses a context.
    package func become(_ mapping: MappedFlow, in outer: MapContext?) {
        (ownMapping, outerContext) = (mapping, outer)
        isRemovable = mapping.isOptional || outer?.isOptional == true
    }

    /// Releases the mappings.
    ///
    /// - Returns: The context around this one.
    package func clear() -> MapContext? {
        ownMapping = nil
        return outerContext.take()
    }

    package var mapping: MappedFlow { ownMapping.unsafelyUnwrapped }

    /// The fault to report if a parent gave no key path for a child within an optional child; `nil` if none is missing.
    package var missingPath: Fault? {
        guard isOptional, outer != nil else { return nil }
        var (fault, isWithinOptional): (Fault?, Bool) = (nil, false)
        var context: MapContext? = self
        while let one = context {
            if isWithinOptional, one.mapping.path == nil {
                fault = .missingChildPath(one.mapping.childType, in: one.mapping.parentType)
            }
            if one.mapping.path?.isOptional == true { isWithinOptional = true }
            context = one.outer
        }
        return fault
    }

    // MARK: Mapping to the store's own reducer

    /// Maps the innermost child's action at an address to the store's action, and passes that to the sink.
    package func map(_ action: UnsafeRawPointer, to sink: Sink) {
        mapping.map(action) { action in
            if let outer { outer.map(action, to: sink) } else { sink(action) }
        }
    }

    /// Returns the store's action for the innermost child's action at an address.
    package func mapped(_ action: UnsafeRawPointer) -> AnyBox {
        var (box, root) = (nil as AnyBox?, self)
        while let outer = root.outer { root = outer }
        map(action) { box = root.mapping.boxAction($0) }
        guard let box else { preconditionFailure("A mapping gives exactly one action.") }
        return box
    }

    /// Returns the store's action for an output of the innermost child; `nil` if the output is not mapped.
    package func mapped(output: UnsafeRawPointer) -> AnyBox? {
        var box: AnyBox?
        mapping.map(output: output) { box = outer?.mapped($0) ?? mapping.boxAction($0) }
        return box
    }

    /// Returns the store's transition for a transition of the innermost child; `nil` if the transition is not mapped.
    package func mapped(transition: UnsafeRawPointer) -> AnyBox? {
        guard let own = mapping.mapped(transition: transition) else { return nil }
        return outer.map { $0.mapped(transition: own.address) } ?? own
    }

    // MARK: The path of the child

    /// The key paths and dictionary keys that lead from the store's state to the innermost child, the outermost first.
    package var path: [AnyHashable] {
        let outer = outer?.path ?? []
        guard let own = mapping.path else { return outer }
        return outer + [own.keyPath] + (mapping.key.map { [$0] } ?? [])
    }

    /// Finds the innermost child's state in the store's state at an address, and passes it to the sink.
    ///
    /// A child counts as present if its parent gave no key path.
    ///
    /// - Returns: Whether the child is present.
    func visit(_ root: UnsafeRawPointer, wantsState: Bool = false, _ body: Sink) -> Bool {
        guard let outer else { return mapping.path?.visit?(mapping.typed, root, wantsState, body) ?? true }
        var isThere = true
        return outer.visit(root, wantsState: true) { parent in
            isThere = mapping.path?.visit?(mapping.typed, parent, wantsState, body) ?? true
        } && isThere
    }

    /// Returns the identity of the children that lead to the innermost child; `nil` if one of them was removed. `root` is the
    /// address of the store's state.
    package func identity(in root: UnsafeRawPointer) -> AnyHashable? {
        var identities: [AnyHashable] = []
        if let outer {
            guard let identity = outer.identity(in: root) else { return nil }
            identities = [identity]
        }
        var own: AnyHashable?
        guard visit(root, wantsState: true, { own = mapping.path?.identify($0) }) else { return nil }
        if mapping.path?.isOptional == true { identities.append(own ?? AnyHashable(true)) }
        return identities.count == 1 ? identities[0] : AnyHashable(identities)
    }

    /// Returns a flow of the innermost child, mapped to the store's own reducer.
    package func wrap(_ node: FlowNode, withoutPaths: Bool = false) -> FlowNode {
        let mapped = FlowNode.mapped(mapping.wrapping(node, withoutPath: withoutPaths))
        return outer?.wrap(mapped, withoutPaths: withoutPaths) ?? mapped
    }
}

/// Identifies a child that may be removed, for the effects of its flow.
package struct ChildIdentity {
    private let context: MapContext
    /// The identity of the child when the flow was returned; `nil` if no state on the way to the child is `Identifiable`.
    private let identity: AnyHashable?
    private let wasThere: Bool

    /// Identifies the child; `nil` for the store's own reducer, and for a child that cannot be removed.
    ///
    /// - Parameter isIdentifiable: Whether a state on the way to the child is `Identifiable`.
    package init?(_ context: MapContext?, in state: UnsafeRawPointer, isIdentifiable: (MapContext) -> Bool) {
        guard let context, context.isOptional, context.missingPath == nil else { return nil }
        self.context = context
        let hasIdentity = isIdentifiable(context)
        identity = hasIdentity ? context.identity(in: state) : nil
        wasThere = hasIdentity ? identity != nil : context.visit(state) { _ in }
    }

    /// Whether the same child is still present in the store's state at an address.
    package func isThere(in state: UnsafeRawPointer) -> Bool {
        guard wasThere else { return false }
        guard let identity else { return context.visit(state) { _ in } }
        return context.identity(in: state).map { areSame($0, identity) } ?? false
    }
}
