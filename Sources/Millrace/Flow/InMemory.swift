/// Effects are kept in memory and end with the process. Every command may be executed.
public enum InMemory: StorageKind {}
