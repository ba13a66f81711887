/// The kind of a text field or a field of a form. The browser uses it to choose a keyboard. The browser and the server check the format
/// before a form is sent. A live field sends an address while the user types it: ``HTML/requiresValid()`` demands a complete one.
public enum TextFieldKind: String, Sendable {
    /// Any text.
    case text
    /// A search text. It has at most 200 characters by default.
    case search
    /// A hidden text.
    case password
    /// An e-mail address, as HTML defines it. The domain is in ASCII, as browsers send it.
    case email
    /// An absolute URL, as the URL standard defines it.
    case url
    /// A telephone number.
    case tel
    /// A number, by default a whole one: ``HTML/step(_:)`` permits others. Decode it into a number. For a live field, use
    /// ``numberField(_:value:in:step:send:)``.
    case number
    /// A date. Decode it into a ``CalendarDate``. For a live field, use ``dateField(_:value:in:send:)``.
    case date
    /// A time of day, by default without seconds: ``HTML/step(_:)`` permits them. Decode it into a ``TimeOfDay``. For a live field, use ``timeField(_:value:in:send:)``.
    case time
    /// A color. Decode it into a ``Style/Color``. For a live field, use ``colorField(_:value:send:)``.
    case color
}
