/// Decides which names of elements and attributes an application may use.
///
/// A name has letters, digits and hyphens, and begins with a letter. Refused are names with which a document could run a
/// script, load a document or a style sheet, or change the attributes that the page itself writes.
enum HTMLName {
    /// Elements that run scripts, contain documents or styles, change other elements' URLs (`animate`, `set`), or whose
    /// content a browser parses in another way. A form belongs to ``form(decode:resetsWhenAccepted:send:_:)``.
    private static let refusedElements: Set<String> = [
        "script", "style", "link", "meta", "base", "html", "head", "body", "frame", "frameset", "iframe",
        "object", "embed", "applet", "param", "portal", "fencedframe", "noframes", "noembed", "noscript", "template",
        "xmp", "plaintext", "listing", "image", "form", "animate", "animatemotion", "animatetransform", "animatecolor",
        "set", "handler", "listener",
    ]

    /// Attributes that contain a style or a document, or that the page writes.
    private static let refusedAttributes: Set<String> = [
        "style", "srcdoc", "http-equiv", "action", "formaction", "method", "formmethod", "form", "name", "data-r",
        "data-on",
    ]

    /// Attributes whose value is a URL.
    private static let urlAttributes: Set<String> = [
        "href", "src", "srcset", "poster", "cite", "background", "data", "ping", "longdesc", "manifest", "usemap",
    ]

    static func isElement(_ name: String) -> Bool {
        isWellFormed(name) && !refusedElements.contains(name.lowercased())
    }

    static func isAttribute(_ name: String) -> Bool {
        let plain = name.lowercased()
        return isWellFormed(name) && !plain.hasPrefix("on") && !plain.hasPrefix("data-m-")
            && !refusedAttributes.contains(plain)
    }

    /// Whether the value of the attribute is a URL, which ``SafeURL`` checks.
    static func isURL(_ name: String) -> Bool { urlAttributes.contains(name.lowercased()) }

    /// Whether the text has at most 64 letters, digits and hyphens, and begins with a letter.
    static func isWellFormed(_ name: String) -> Bool {
        guard let first = name.utf8.first, isLetter(first), name.utf8.count <= 64 else { return false }
        return name.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
    }
}
