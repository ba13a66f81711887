/// The kind of a text field. The browser uses it to choose a keyboard, and may check the format before it sends a form. It
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
}
