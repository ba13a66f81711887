/// The kind of a text field or a field of a form. The browser uses it to choose a keyboard, and may check the format before it sends a form. It
/// sends the text of a live field unchecked. The application must check the value in any case.
public enum TextFieldKind: String, Sendable {
    /// Any text.
    case text
    /// A search text. A live field accepts 200 characters by default.
    case search
    /// A hidden text.
    case password
    /// An e-mail address.
    case email
    /// A URL.
    case url
    /// A telephone number.
    case tel
    /// A number. Decode it into a number. For a live field, use ``numberField(_:value:in:step:send:)``.
    case number
    /// A date. Decode it into a ``CalendarDate``. For a live field, use ``dateField(_:value:in:send:)``.
    case date
    /// A time of day. Decode it into a ``TimeOfDay``. For a live field, use ``timeField(_:value:in:send:)``.
    case time
    /// A color. Decode it into a ``Style/Color``. For a live field, use ``colorField(_:value:send:)``.
    case color
}
