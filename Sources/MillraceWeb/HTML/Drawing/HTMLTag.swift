/// The name of an element. ``HTMLName`` decides which names an application may use.
struct HTMLTag: Hashable, ExpressibleByStringLiteral {
    let rawValue: String

    init(_ name: String) { rawValue = name }

    init(stringLiteral name: String) { rawValue = name }

    static let a: HTMLTag = "a"
    static let button: HTMLTag = "button"
    static let div: HTMLTag = "div"
    static let fieldset: HTMLTag = "fieldset"
    static let form: HTMLTag = "form"
    static let img: HTMLTag = "img"
    static let input: HTMLTag = "input"
    static let option: HTMLTag = "option"
    static let p: HTMLTag = "p"
    static let pre: HTMLTag = "pre"
    static let progress: HTMLTag = "progress"
    static let section: HTMLTag = "section"
    static let select: HTMLTag = "select"
    static let textarea: HTMLTag = "textarea"

    /// Whether the element is a heading.
    var isHeading: Bool {
        let bytes = rawValue.utf8
        return bytes.count == 2 && bytes.first == UInt8(ascii: "h")
            && (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(bytes.last ?? 0)
    }

    /// Whether the element has no content and no end tag.
    var isVoid: Bool {
        switch rawValue {
        case "input", "br", "hr", "img", "area", "col", "source", "track", "wbr": true
        default: false
        }
    }
}
