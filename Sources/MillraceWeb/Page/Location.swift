import MillraceModules
import Foundation
import Millrace

/// Where the page is, and where it was before and after, as the browser's history knows it.
struct Location {
    struct Entry {
        var address: String
        /// What went when the browser went back from here, to be put back when it comes again.
        var branch: StoredTree?
    }

    /// How many entries are known at most; more than the history of a browser has.
    static let mostEntries = 200

    /// The entry that the page is at.
    private(set) var index = 0
    private(set) var entries: [Int: Entry] = [:]
    /// How the browser gets to where the page is.
    private(set) var how = "replace"

    /// A page at this address.
    init(address: String = "/") { entries[0] = Entry(address: address) }

    var address: String { entries[index]?.address ?? "/" }

    /// What the browser is told.
    var json: String {
        "{\"i\":\(index),\"a\":\(WireText.quoted(address)),\"how\":\"\(how)\"}"
    }

    /// The number of an entry of the browser's history. One that is not known is before all that are.
    func index(of entry: Int, _ address: String) -> Int {
        if let known = entries[entry], entry >= 0 || known.address == address { return entry }
        return (entries.keys.min() ?? 0) - 1
    }

    /// The page is at `address` now: by going on, where something has come, else by going back, if it was there before.
    ///
    /// - Returns: itself, as it is to be told; `nil` if nothing has changed.
    mutating func follow(_ address: String, hasGrown: Bool) -> Location? {
        if address == self.address { return nil }
        if hasGrown {
            go(on: address)
        } else if let earlier = entries.filter({ $0.key < index && $0.value.address == address }).keys.max() {
            (index, how) = (earlier, "back")
        } else {
            entries[index]?.address = address
            how = "replace"
        }
        defer { how = "replace" }
        return self
    }

    private mutating func go(on address: String) {
        entries = entries.filter { $0.key <= index }
        index += 1
        entries[index] = Entry(address: address)
        how = "push"
        forget()
    }

    /// Forgets those that are farthest away.
    private mutating func forget() {
        while entries.count > Self.mostEntries,
            let farthest = entries.keys.max(by: { abs($0 - index) < abs($1 - index) })
        { entries[farthest] = nil }
    }

    /// The page is at `address` now, which the browser is told otherwise.
    mutating func settle(_ address: String, hasGrown: Bool) { _ = follow(address, hasGrown: hasGrown) }

    /// The browser went to another entry, and the page followed it.
    mutating func move(to index: Int, _ address: String) {
        self.index = index
        entries[index, default: Entry(address: address)].address = address
        forget()
    }

    /// Remembers what went from the entry that the page is at.
    mutating func keep(_ branch: StoredTree, at index: Int) { entries[index]?.branch = branch }

    /// The browser is to come back to the entry that the page is at.
    func callingBack() -> Location {
        var copy = self
        copy.how = "back"
        return copy
    }
}
