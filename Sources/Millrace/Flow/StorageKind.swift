/// Where the effects of a reducer are kept while they are in flight; ``Reducer/Storage``.
public protocol StorageKind {}

/// Effects are kept in memory and end with the process. Every command may be executed.
public enum InMemory: StorageKind {}
