#if SQLite || App
    public import Millrace

    /// A command that a durable engine executes without storing it: it reads something, it is repeated by the next start, or it must
    /// not be stored, such as the check of a password.
    ///
    /// It ends with the process. After a restart, its `onCancel` action is sent if the reducer has given one, which must be `Codable`
    /// then. Without a restart, it is a command as every other: in groups and sequences too, with any id and any timeout. Its handler starts when the
    /// turn that requested it is stored, and is registered with the engine, not with the ``DurableEngine``.
    public protocol TransientCommand: Command {}
#endif
