public import Millrace

/// Effects are kept on disk and are resumed after a restart. Only a ``DurableCommand`` may be executed; anything else does
/// not compile.
public enum Durable: StorageKind {}
