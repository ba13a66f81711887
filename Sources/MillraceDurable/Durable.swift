public import Millrace

/// The storage kind of a reducer whose effects can be stored and resumed after a restart.
///
/// Such a reducer can execute only a ``DurableCommand``; any other command does not compile. This version only checks the
/// types. It does not store effects.
public enum Durable: StorageKind {}
