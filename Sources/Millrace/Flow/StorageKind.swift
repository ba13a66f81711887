/// Where the effects of a reducer are kept while they are in flight; ``Reducer/Storage``.
public protocol StorageKind {}
