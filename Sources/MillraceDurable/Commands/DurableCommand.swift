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
    /// A reducer executes it without a timeout, and without an id or with a `String`, an `Int` or an id of a registered type, see
    /// ``DurableEngine/register(id:named:)``. Anything else is a
    /// `notDurable` fault in the turn that requests the command, which is then cancelled.
    public protocol DurableCommand: RespondingCommand, Codable {
        /// The name of the type in the storage. It stays the same when the type gets another name.
        static var durableName: String { get }
        /// How the command goes on if the process ends while its handler runs.
        static var interruption: Interruption<Self> { get }
    }
#endif
