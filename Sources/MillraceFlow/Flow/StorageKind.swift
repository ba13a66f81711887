/// Where the engine keeps a reducer's unfinished effects: ``InMemory`` or ``Durable``. See ``Reducer/Storage``.
public protocol StorageKind {}
