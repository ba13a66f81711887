/// The kind of a text field. The browser shows the keyboard for it, and validates nothing.
public enum TextFieldKind: String, Sendable {
    /// Any text.
    case text
    /// A search text.
    case search
    /// A hidden text.
    case password
    /// An e-mail url.
    case email
    /// A URL.
    case url
    /// A telephone number.
    case tel
}
