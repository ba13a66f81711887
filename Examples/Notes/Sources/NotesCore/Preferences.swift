/// The color scheme of the pages.
package enum Theme: String, CaseIterable, Codable, Sendable {
    case system, light, dark
}

/// The order of the list after the pinned notes.
package enum Arrangement: String, CaseIterable, Codable, Sendable {
    /// The note that was changed last comes first.
    case changed
    /// The note that was created last comes first.
    case created
    /// By title, A to Z.
    case title
}

/// The preferences that all windows share.
package struct Preferences: Hashable, Codable, Sendable {
    /// The undo times that the settings offer, in seconds.
    package static let undoTimes = [10, 30, 120]

    /// The color scheme of the pages.
    package var theme = Theme.system
    /// The order of the list.
    package var arrangement = Arrangement.changed
    /// How many seconds a deletion can be undone.
    package var undoSeconds = 10

    /// Creates the default preferences.
    package init() {}
}
