/// What an engine knows of a store; the types of its reducer are hidden.
package protocol EngineStore: AnyObject {
    var engine: Engine { get }
    var id: StoreID { get }
    /// The number under which the machine knows the store.
    var machineNumber: Int32 { get }
    /// Whether the store was released, or its engine shut down.
    var isClosed: Bool { get }
    /// What the store's outputs and transitions go to.
    var owner: (any StoreOwner)? { get }
    /// Where the state is; it stays there as long as the object does.
    var statePointer: UnsafeRawPointer { get }
    /// Whether the turn concerns the store.
    var isTouched: Bool { get set }
    var observerCount: Int { get }
    var workerCount: Int { get }
    /// The observers of messages for other stores.
    var inputs: InputObservers { get }
    /// The error of what was not done because the store was closed.
    var closeReason: any Error { get }

    // MARK: Actions

    /// Appends an action to those that wait for their turns.
    func append(_ action: UnsafeRawPointer)
    /// Takes out the action whose turn has come.
    func takeAction() -> AnyBox
    /// The case's name of the action whose turn is next.
    var nextActionName: String { get }
    /// A copy of an action.
    func copy(action: UnsafeRawPointer) -> AnyBox
    /// A copy of an action; `nil` for a value of another type.
    func box(action: Any) -> AnyBox?
    /// Reduces an action. The flow is kept until ``performFlow(scope:)``.
    ///
    /// - Returns: the flow as `Flow<R>`, if the caller wants it.
    func reduce(_ action: UnsafeRawPointer, returnsFlow: Bool) -> Any?
    /// A copy of the state, the same one until the state changes.
    func snapshot() -> AnyBox
    /// Puts another state in the place of the present one.
    func replaceState(_ state: AnyBox)

    // MARK: After the reduction

    /// Notifies the observers of what has changed, as far as they registered until number `last`.
    func notifyObservers(upTo last: UInt64)
    /// Performs the flows of this turn, gives the actions to the workers, and updates the active commands.
    func performFlow(scope: Int32)
    /// The message of an output.
    func message(output: UnsafeRawPointer) -> any QueuedMessage
    /// The message of a transition.
    func message(transition: UnsafeRawPointer) -> any QueuedMessage
    /// Ends everything that belongs to the store.
    func close(because reason: any Error)
    /// Calls `visitor` with the store as what it is.
    func accept<Visitor: StoreVisitor>(_ visitor: Visitor) -> Visitor.Result
}

/// Where the outputs and transitions of a store go.
package protocol StoreOwner: AnyObject {
    /// Reduces an output in other stores, in the output's turn, before any observer is notified.
    ///
    /// - Returns: the fault, reported already, if the store that it is for was released.
    func reduce(output: UnsafeRawPointer) -> Fault?
    /// Receives an output, when every store has reduced it.
    func receive(output: UnsafeRawPointer)
    /// Goes where a transition says, in the transition's turn.
    func follow(transition: UnsafeRawPointer, scope: Int32)
}

/// Observers of messages for other stores, where the store has no owner: the name of the receiver, and the message.
package final class InputObservers {
    let list = ObserverList<(name: AnyHashable, input: Any)>()

    /// - Returns: whether there are observers.
    package func notify(_ name: AnyHashable, _ input: Any) -> Bool {
        if list.isEmpty { return false }
        list.notify((name, input))
        return true
    }

    package func add(
        number: UInt64, owner: AnyObject?, _ body: @escaping (AnyHashable, Any) -> Void
    ) -> Subscription {
        list.add(number: number, owner: owner) { body($0.name, $0.input) }
    }
}

/// Names a store, also when it was released.
public struct StoreID: Hashable, Sendable, CustomStringConvertible {
    /// Grows in the order in which the stores of one engine were made.
    public let number: UInt64
    /// The type of its reducer.
    public let reducer: any Reducer.Type

    init(number: UInt64, reducer: any Reducer.Type) { (self.number, self.reducer) = (number, reducer) }

    /// Whether both name the same store of an engine.
    public static func == (one: StoreID, other: StoreID) -> Bool { one.number == other.number }

    /// Hashes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }

    /// The reducer's name, and the number.
    public var description: String { "\(reducer) \(number)" }
}
