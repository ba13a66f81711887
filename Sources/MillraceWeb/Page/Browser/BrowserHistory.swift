import MillraceModules
import Foundation
import Millrace

/// The entries of the browser's history that belong to the page, and the current one.
struct BrowserHistory {
    struct Entry {
        var url: String
        /// The scenes of the window and its sheets, from the bottom. Empty if they are unknown: an entry from before the page.
        var scenes: [Navigator.Scene.ID]
        /// The scenes that were removed when the browser went back from this entry. Going forward restores them.
        var branch: Branch?
    }

    /// Scenes that were removed, with their states.
    struct Branch {
        let tree: StoredTree
        /// The memory of the states in bytes, as an estimate: the size of their views.
        let bytes: Int
    }

    /// The maximum number of stored entries. A browser's history is shorter.
    static let maxEntries = 200
    /// The maximum of ``branchBytes``. Without its branch, going forward to an entry opens its URL.
    static let maxBranchBytes = 1_000_000

    /// The index of the current entry.
    private(set) var index = 0
    private(set) var entries: [Int: Entry] = [:]
    /// How the browser must change its history: `"push"`, `"replace"` or `"back"`.
    private(set) var method = "replace"

    /// Creates a history with one entry.
    init(url: String = "/", scenes: [Navigator.Scene.ID] = []) { entries[0] = Entry(url: url, scenes: scenes) }

    /// Creates a history with these entries. The last one is current.
    init(_ trail: [Entry]) {
        for (index, entry) in trail.enumerated() { entries[index] = entry }
        index = max(trail.count - 1, 0)
        if trail.isEmpty { entries[0] = Entry(url: "/", scenes: []) }
    }

    /// Creates the history of an earlier process, without what going forward restores. Returns `nil` for a page without one.
    init?(_ record: PageRecord) {
        if record.entries.isEmpty { return nil }
        for entry in record.entries { entries[entry.index] = Entry(url: entry.url, scenes: entry.scenes) }
        index = record.index
    }

    /// The URLs of the entries before the current one.
    var trail: [String] { (0..<max(index, 0)).compactMap { entries[$0]?.url } }

    /// The scenes of the current entry.
    private var scenes: [Navigator.Scene.ID] { entries[index]?.scenes ?? [] }

    var url: String { entries[index]?.url ?? "/" }

    /// The history change as JSON, for the browser.
    var json: String {
        "{\"i\":\(index),\"a\":\(JSONWriter.quoted(url)),\"how\":\"\(method)\"}"
    }

    /// Returns the index of an entry of the browser. An unknown entry is older than all others.
    func index(of entry: Int, _ url: String) -> Int {
        if let known = entries[entry], entry >= 0 || known.url == url { return entry }
        return (entries.keys.min() ?? 0) - 1
    }

    /// Follows the page. Pushes an entry if a scene was added. Otherwise goes back to the last entry with these scenes, or
    /// replaces the current one.
    ///
    /// - Returns: The history change to send to the browser. `nil` if the browser shows it already.
    mutating func follow(_ url: String, _ scenes: [Navigator.Scene.ID], hasNewScene: Bool) -> BrowserHistory? {
        if url == self.url, scenes == self.scenes { return nil }
        if hasNewScene, url != self.url || !Set(scenes).isSubset(of: self.scenes) {
            push(url, scenes)
        } else if let earlier = earlierEntry(url, scenes) {
            (index, method) = (earlier, "back")
            entries[index]?.url = url
        } else {
            let isSame = url == self.url
            entries[index]?.url = url
            entries[index]?.scenes = scenes
            if isSame { return nil }
            method = "replace"
        }
        defer { method = "replace" }
        return self
    }

    /// Returns the last earlier entry with these scenes, or with this URL if its scenes are unknown.
    private func earlierEntry(_ url: String, _ scenes: [Navigator.Scene.ID]) -> Int? {
        let needsURL = scenes == self.scenes
        return entries.filter { index, entry in
            guard index < self.index else { return false }
            return entry.scenes.isEmpty ? entry.url == url : entry.scenes == scenes && (!needsURL || entry.url == url)
        }.keys.max()
    }

    private mutating func push(_ url: String, _ scenes: [Navigator.Scene.ID]) {
        entries = entries.filter { $0.key <= index }
        index += 1
        entries[index] = Entry(url: url, scenes: scenes)
        method = "push"
        removeFarthest()
    }

    /// Removes the entries that are farthest from the current one.
    private mutating func removeFarthest() {
        while entries.count > Self.maxEntries,
            let farthest = entries.keys.max(by: { abs($0 - index) < abs($1 - index) })
        { entries[farthest] = nil }
    }

    /// Changes the current URL without a change to send, because the browser is informed in another way.
    mutating func update(_ url: String, _ scenes: [Navigator.Scene.ID], hasNewScene: Bool) {
        _ = follow(url, scenes, hasNewScene: hasNewScene)
    }

    /// Makes another entry the current one, after the page has followed the browser to it.
    mutating func move(to index: Int, _ url: String, _ scenes: [Navigator.Scene.ID]) {
        self.index = index
        entries[index, default: Entry(url: url, scenes: scenes)].url = url
        entries[index]?.scenes = scenes
        removeFarthest()
    }

    /// The memory of the URLs and branches in bytes, as an estimate.
    var memory: Int { entries.values.reduce(branchBytes) { $0 + $1.url.utf8.count } }

    /// The memory of the branches in bytes, as an estimate.
    var branchBytes: Int { entries.values.reduce(0) { $0 + ($1.branch?.bytes ?? 0) } }

    /// Stores the scenes that were removed when the browser left an entry, unless they exceed ``maxBranchBytes``. If all branches
    /// exceed it, removes those that are farthest from the current entry.
    mutating func setBranch(_ branch: Branch, at index: Int) {
        entries[index]?.branch = branch.bytes <= Self.maxBranchBytes ? branch : nil
        var excess = branchBytes - Self.maxBranchBytes
        while excess > 0,
            let farthest = entries.filter({ $0.value.branch != nil }).keys
                .max(by: { abs($0 - self.index) < abs($1 - self.index) })
        {
            excess -= entries[farthest]?.branch?.bytes ?? 0
            entries[farthest]?.branch = nil
        }
    }

    /// Returns a history change that brings the browser back to the current entry.
    func goingBack() -> BrowserHistory {
        var copy = self
        copy.method = "back"
        return copy
    }
}
