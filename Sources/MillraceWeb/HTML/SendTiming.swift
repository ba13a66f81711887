/// When a field sends its value.
public enum SendTiming: Sendable {
    /// While the person types, at most about sixteen times a second.
    case whileTyping
    /// After the person has pressed Enter or left the field.
    case whenDone
}
