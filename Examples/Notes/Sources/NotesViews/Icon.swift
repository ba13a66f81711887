import MillraceWeb

/// An icon in the color of the text.
enum Icon: String, CaseIterable {
    case back, check, clock, close, deleted, globe, info, keyboard, leave, new, note, pin, search, select, settings
    case undo, user

    /// The path of the icon, in a square of 24.
    private var path: String {
        switch self {
        case .back: "M15 5l-7 7 7 7"
        case .check: "M5 12.5l4.5 4.5L19 7.5"
        case .clock: "\(Self.ring)M12 7v5l3.5 2"
        case .close: "M6 6l12 12M18 6L6 18"
        case .deleted: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5"
        case .globe: "\(Self.ring)M3 12h18M12 3c4.7 5 4.7 13 0 18c-4.7-5-4.7-13 0-18z"
        case .info: "\(Self.ring)M12 11v5.5M12 7.5v.01"
        case .keyboard: "M3 6.5h18v11H3zM6.5 10.5h.01M10 10.5h.01M13.5 10.5h.01M17 10.5h.01M8 14h8"
        case .leave: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6"
        case .new: "M12 5v14M5 12h14"
        case .note: "M6 3h12v18H6zM9.5 8h5M9.5 12h5M9.5 16h3"
        case .pin: "M9 4h6M10 4v6l-3 4h10l-3-4V4M12 14v6"
        case .search: "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13zM15.5 15.5L20 20"
        case .select: "M4 6l1.5 1.5L8 5M4 13l1.5 1.5L8 12M12 6.5h8M12 13.5h8M12 20h8M4 20h3.5"
        case .settings:
            "M4 8h8.5M17.5 8H20M4 16h2.5M11.5 16H20M15 5.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5z"
                + "M9 13.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5z"
        case .undo: "M8.5 4L4 8.5 8.5 13M4 8.5h10a5.2 5.2 0 0 1 0 10.5H9"
        case .user: "M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5"
        }
    }

    private static let ring = "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z"

    /// The SVG file of the icon.
    var file: WebFile {
        let source = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#000" stroke-width="1.8" \
            stroke-linecap="round" stroke-linejoin="round"><path d="\(path)"/></svg>
            """
        return WebFile("/icons/\(rawValue).svg", type: "image/svg+xml", bytes: Array(source.utf8))
    }

    /// The style sheet that assigns the files to the icons.
    static var styleSheet: WebFile {
        let rules = allCases.map { ".icon[data-icon=\($0.rawValue)] { --icon: url(\"/icons/\($0.rawValue).svg\"); }\n" }
        return WebFile("/icons.css", type: "text/css; charset=utf-8", bytes: Array(rules.joined().utf8))
    }
}

/// An icon beside its label. Screen readers ignore it.
func icon<Action>(_ icon: Icon) -> HTML<Action> {
    span { HTML() }.class("icon").data("icon", icon.rawValue).aria("hidden", "true")
}

/// A text that only screen readers use.
func visuallyHidden<Action>(_ text: String) -> HTML<Action> { span { text }.class("visually-hidden") }
