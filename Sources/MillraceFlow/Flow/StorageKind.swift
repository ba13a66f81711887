/// Limits the commands that a reducer can execute: ``InMemory`` or ``Durable``. See ``Reducer/Storage``.
public protocol StorageKind {}
