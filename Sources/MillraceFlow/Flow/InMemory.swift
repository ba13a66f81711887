/// The storage of effects that are kept in memory and end with the process. A reducer with this storage can execute every
/// command.
public enum InMemory: StorageKind {}
