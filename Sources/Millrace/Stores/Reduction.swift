/// The reduction of an action in a store.
package struct Reduction {
    package let store: StoreCore
    /// The address of the action or, for a replacement, of the state. Valid during the call.
    let address: UnsafeRawPointer
    package let before: AnyBox
    package let flow: FlowNode

    /// A copy of the action. A replacement has none.
    package var action: AnyBox { store.functions.boxAction(address, nil) }
}
