/// The storage of a reducer's effects that have not ended. See ``Reducer/Storage``.
public protocol StorageKind {}
