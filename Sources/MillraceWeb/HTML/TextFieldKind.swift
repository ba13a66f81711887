/// The kind of a text field. The browser uses it to choose a keyboard and may check the format. The application must
/// check the value too.
public enum TextFieldKind: String, Sendable {
    /// Any text.
    case text
    /// A search text.
    case search
    /// A hidden text.
    case password
    /// An e-mail address.
    case email
    /// A URL.
    case url
    /// A telephone number.
    case tel
}
