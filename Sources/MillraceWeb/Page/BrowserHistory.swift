import MillraceModules
import Foundation
import Millrace

/// The entries of the browser's history that belong to the page, and the current one.
struct BrowserHistory {
    struct Entry {
        var url: String
        /// The scenes that were removed when the browser went back from this entry. Going forward restores them.
        var branch: StoredTree?
    }

    /// The maximum number of stored entries. A browser's history is shorter.
    static let maxEntries = 200

    /// The index of the current entry.
    private(set) var index = 0
    private(set) var entries: [Int: Entry] = [:]
    /// How the browser must change its history: `"push"`, `"replace"` or `"back"`.
    private(set) var method = "replace"

    /// Creates a history with one entry.
    init(url: String = "/") { entries[0] = Entry(url: url) }

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

    /// Changes the current URL. Pushes an entry if a scene was added. Otherwise goes back to the last entry with this
    /// URL, or replaces the current one.
    ///
    /// - Returns: The history change to send to the browser. `nil` if the URL is the same.
    mutating func follow(_ url: String, hasNewScene: Bool) -> BrowserHistory? {
        if url == self.url { return nil }
        if hasNewScene {
            push(url)
        } else if let earlier = entries.filter({ $0.key < index && $0.value.url == url }).keys.max() {
            (index, method) = (earlier, "back")
        } else {
            entries[index]?.url = url
            method = "replace"
        }
        defer { method = "replace" }
        return self
    }

    private mutating func push(_ url: String) {
        entries = entries.filter { $0.key <= index }
        index += 1
        entries[index] = Entry(url: url)
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
    mutating func update(_ url: String, hasNewScene: Bool) { _ = follow(url, hasNewScene: hasNewScene) }

    /// Makes another entry the current one, after the page has followed the browser to it.
    mutating func move(to index: Int, _ url: String) {
        self.index = index
        entries[index, default: Entry(url: url)].url = url
        removeFarthest()
    }

    /// Stores the scenes that were removed when the browser left an entry.
    mutating func setBranch(_ branch: StoredTree, at index: Int) { entries[index]?.branch = branch }

    /// Returns a history change that brings the browser back to the current entry.
    func goingBack() -> BrowserHistory {
        var copy = self
        copy.method = "back"
        return copy
    }
}
