/// Where a flow is performed: the store and the child that returned it, and what the flow's messages and effects belong to.
package struct Place {
    /// The store; `nil` for a command that code outside a reducer executes.
    let store: StoreCore?
    /// The mappings around the child that returned the flow; `nil` for the store's own reducer.
    var context: MapContext?
    /// The scope of everything that the flow causes; 0 for the scope of the outermost message.
    let scope: Int32
    /// The group to which the flow's effects belong; `none` for none.
    let group: EffectHandle
    /// The number of the turn that caused the flow; 0 if code outside a turn caused it.
    let cause: UInt64

    package init(
        _ store: StoreCore?, _ context: MapContext? = nil, scope: Int32, group: EffectHandle = .none, cause: UInt64
    ) {
        (self.store, self.context, self.scope, self.group, self.cause) = (store, context, scope, group, cause)
    }
}
