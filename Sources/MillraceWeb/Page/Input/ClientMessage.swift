/// A message of a browser after its first one, and the frame that it contains.
struct ClientMessage: Sendable {
    let text: String
    /// The frame. `nil` if the text is malformed.
    let frame: ClientFrame?

    /// Decodes a message. Call it outside of the page's actor: a long message would delay other pages.
    init(_ text: String) { (self.text, frame) = (text, ClientFrame.decode(text)) }

    /// Whether the browser goes to another URL. The page there can have any size.
    var isNavigation: Bool { frame?.entry != nil }
}
