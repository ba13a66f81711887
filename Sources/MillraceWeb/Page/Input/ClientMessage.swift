/// A message of a browser, and the frame that it contains. The first message of a connection is a ``Hello``.
struct ClientMessage: Sendable {
    let text: String
    /// The frame. `nil` if the text is malformed.
    let frame: ClientFrame?

    /// Decodes a message. Call it outside of the page's actor: a long message would delay other pages.
    init(_ text: String) { (self.text, frame) = (text, ClientFrame.decode(text)) }

    /// Whether the message has a number: it is an input, or a navigation.
    var isInput: Bool { frame?.number != nil }

    /// Whether the browser goes to another entry of its history.
    var isNavigation: Bool { frame?.entry != nil }
}
