/// When a field sends its value.
public enum SendTiming: Sendable {
    /// While the user types, at most every 60 milliseconds.
    case whileTyping
    /// After the user has pressed Enter or left the field.
    case whenDone
}
