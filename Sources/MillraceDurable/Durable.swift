public import Millrace

/// The storage kind of a reducer that is limited to effects that could be stored and resumed after a restart.
///
/// Such a reducer can execute only a ``DurableCommand``; any other command does not compile. **This version only checks the types. It
/// stores no effects, so none survives a restart.**
public enum Durable: StorageKind {}
