/// A store's machine, with its types hidden.
protocol AnyCore: AnyObject {
    /// Tells the observers of the parts that changed, of those who registered until number `last`.
    func notify(upTo last: UInt64)
    /// Performs what the fold of this turn asked for.
    func performNext(job: Job?)
    /// Ends all that belongs to the store.
    func close(because reason: any Error)
    /// Ends the workers and what they work on.
    func dismissWorkers(because reason: any Error)
    /// Its place in the order in which the stores were made.
    var number: UInt64 { get }
    var id: StoreID { get }
    /// Forgets standing work among `ended`, so that the next turn starts what the state asks for then.
    func forgetStanding(_ ended: [Effect])
    var effects: Effects { get }
    var watcherCount: Int { get }
    var workerCount: Int { get }
    var engine: Engine { get }
    /// The scene that it belongs to, or belonged to.
    var scene: SceneReference? { get }
    /// Tells those who listen to what the store tells others.
    ///
    /// - Returns: whether there are any.
    func hear(_ input: Any, on port: PortName) -> Bool
    /// Says that a message, in its turn, can go nowhere.
    func lose(_ kind: Message.Kind, _ payload: Any, _ fault: Fault, _ job: Job?, as outcome: Record.Outcome?)
}

extension AnyCore {
    /// Says that a message, in its turn, can go nowhere; it has failed with `fault`.
    func lose(_ kind: Message.Kind, _ payload: Any, _ fault: Fault, _ job: Job?) {
        lose(kind, payload, fault, job, as: nil)
    }
}
