import Millrace

/// The texts of errors in recordings.
enum ErrorText {
    /// The levels of an error that are searched for values that are never recorded.
    private static let depth = 8

    /// Returns the description of an error. If a part of the error is never recorded, returns the name of its type alone.
    static func text(of error: any Error) -> String {
        hasUnrecorded(error, depth) ? typeName(type(of: error)) : "\(error)"
    }

    private static func hasUnrecorded(_ value: Any, _ depth: Int) -> Bool {
        if value is any Unrecorded { return true }
        return depth > 0 && Mirror(reflecting: value).children.contains { hasUnrecorded($0.value, depth - 1) }
    }
}
