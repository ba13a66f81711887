#if SQLite || App
    public import Millrace

    /// A command that survives the end of the process: it is stored before its handler starts.
    ///
    /// ```swift
    /// struct Charge: DurableCommand {
    ///     static let durableName = "charge"
    ///     static var interruption: Interruption<Charge> { .runAgain() }
    ///     let order: Order.ID
    ///     func response(to event: Event<Charge>) -> Orders.Action { .charged(order, event) }
    /// }
    /// ```
    /// A reducer executes it with an id that is a `String` or an `Int`, or without one, and without a timeout. Anything else is a
    /// `notDurable` fault in the turn that requests the command, which is then cancelled.
    public protocol DurableCommand: RespondingCommand, Codable {
        /// The name of the type in the storage. It stays the same when the type gets another name.
        static var durableName: String { get }
        /// The result of a process that ends while the handler of the command runs.
        static var interruption: Interruption<Self> { get }
    }
#endif
