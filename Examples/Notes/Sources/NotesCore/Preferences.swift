/// How the pages are coloured.
package enum Theme: String, CaseIterable, Codable, Sendable {
    case system, light, dark
}

/// The order of the list, below what is pinned.
package enum Arrangement: String, CaseIterable, Codable, Sendable {
    /// What was changed last comes first.
    case changed
    /// What was made last comes first.
    case created
    /// By title, A to Z.
    case title
}

/// What a person has chosen for all windows.
package struct Preferences: Hashable, Sendable {
    /// For how many seconds a deletion may be undone, as the settings offer it.
    package static let undoTimes = [10, 30, 120]

    /// How the pages are coloured.
    package var theme = Theme.system
    /// The order of the list.
    package var arrangement = Arrangement.changed
    /// For how many seconds a deletion can be undone.
    package var undoSeconds = 10

    /// What holds until something is chosen.
    package init() {}
}
