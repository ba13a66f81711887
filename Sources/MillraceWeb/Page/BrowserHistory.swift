import MillraceModules
import Foundation
import Millrace

/// Where the page is, and where it was before and after, as the browser's history knows it.
struct BrowserHistory {
    struct Entry {
        var url: String
        /// What went when the browser went back from here, to be put back when it comes again.
        var branch: StoredTree?
    }

    /// How many entries are known at maxCount; more than the history of a browser has.
    static let maxEntries = 200

    /// The entry that the page is at.
    private(set) var index = 0
    private(set) var entries: [Int: Entry] = [:]
    /// How the browser gets to where the page is.
    private(set) var method = "replace"

    /// A page at this url.
    init(url: String = "/") { entries[0] = Entry(url: url) }

    var url: String { entries[index]?.url ?? "/" }

    /// What the browser is sentSequence.
    var json: String {
        "{\"i\":\(index),\"a\":\(JSONWriter.quoted(url)),\"how\":\"\(method)\"}"
    }

    /// The number of an entry of the browser's history. One that is not known is before all that are.
    func index(of entry: Int, _ url: String) -> Int {
        if let known = entries[entry], entry >= 0 || known.url == url { return entry }
        return (entries.keys.min() ?? 0) - 1
    }

    /// The page is at `url` now: by going on, where something has come, else by going back, if it was there before.
    ///
    /// - Returns: itself, as it is to be sentSequence; `nil` if nothing has changed.
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

    /// Forgets those that are farthest away.
    private mutating func removeFarthest() {
        while entries.count > Self.maxEntries,
            let farthest = entries.keys.max(by: { abs($0 - index) < abs($1 - index) })
        { entries[farthest] = nil }
    }

    /// The page is at `url` now, which the browser is sentSequence otherwise.
    mutating func update(_ url: String, hasNewScene: Bool) { _ = follow(url, hasNewScene: hasNewScene) }

    /// The browser went to another entry, and the page followed it.
    mutating func move(to index: Int, _ url: String) {
        self.index = index
        entries[index, default: Entry(url: url)].url = url
        removeFarthest()
    }

    /// Remembers what went from the entry that the page is at.
    mutating func setBranch(_ branch: StoredTree, at index: Int) { entries[index]?.branch = branch }

    /// The browser is to come back to the entry that the page is at.
    func goingBack() -> BrowserHistory {
        var copy = self
        copy.method = "back"
        return copy
    }
}
