import Foundation

/// The fault that the program has: its number in faults.json, in the variable `MILLRACE_FAULT`.
public enum FaultSwitch {
    /// The number; 0 for none.
    public static let current = Int(ProcessInfo.processInfo.environment["MILLRACE_FAULT"] ?? "") ?? 0
}
