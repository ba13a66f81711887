/// A recorded change of the state, as a line contains it.
package struct StateChange: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// The whole new state.
        case whole(JSON)
        /// The differences from the state before.
        case changes([JSONChange])
        /// A state that was kept, by its number.
        case kept(Int)
    }

    package let content: Content
    /// The number under which the state before the change is kept; `nil` if it is not kept.
    let keep: Int?

    package init(_ content: Content, keep: Int? = nil) { (self.content, self.keep) = (content, keep) }

    /// `{"whole":…}`, `{"changes":[…]}` or `{"kept":0}`, each with an optional `"keep":1`.
    var json: JSON {
        let keep = keep.map { JSON.number($0) }
        return switch content {
        case .whole(let state): .of(["whole": state, "keep": keep])
        case .changes(let changes): .of(["changes": .array(changes.map(\.json)), "keep": keep])
        case .kept(let number): .of(["kept": .number(number), "keep": keep])
        }
    }

    init(_ fields: inout FieldReader) throws(RecordingError) {
        let keep = fields.has("keep") ? try fields.index("keep") : nil
        if let state = fields.optional("whole") {
            self.init(.whole(state), keep: keep)
        } else if fields.has("kept") {
            self.init(.kept(try fields.index("kept")), keep: keep)
        } else {
            var changes: [JSONChange] = []
            for var reader in try fields.objects("changes") { changes.append(try JSONChange(&reader)) }
            self.init(.changes(changes), keep: keep)
        }
        try fields.end()
    }
}

/// The state that the lines up to a place describe. The writer and the readers of a recording follow it in the same way.
package struct RecordedState: Sendable {
    /// The number of states that can be kept.
    private static let keptCount = 4
    /// A change of more bytes counts as large: the state before it is kept, so that a return to it is small.
    private static let largeChange = 256

    /// `nil` if the next change must be a whole state.
    package private(set) var json: JSON?
    private var kept: [JSON?] = Array(repeating: nil, count: keptCount)
    private var nextKept = 0

    package init(_ json: JSON?) { self.json = json }

    /// Changes the state to `new`, and returns the change that a line must contain; `nil` if the state is already `new`.
    mutating func change(to new: JSON) -> StateChange? {
        defer { json = new }
        guard let old = json else { return StateChange(.whole(new)) }
        let changes = JSONChange.changes(from: old, to: new)
        if changes.isEmpty { return nil }
        let small = StateChange(.changes(changes))
        let size = small.json.description.utf8.count
        if size <= Self.largeChange { return small }
        let known = kept.firstIndex(of: new)
        let number = keep(old)
        if let known { return StateChange(.kept(known), keep: number) }
        let isSmaller = size < new.description.utf8.count
        return StateChange(isSmaller ? .changes(changes) : .whole(new), keep: number)
    }

    /// Keeps a state. Returns its number; `nil` if it is already kept.
    private mutating func keep(_ state: JSON) -> Int? {
        if kept.contains(state) { return nil }
        defer { nextKept = (nextKept + 1) % Self.keptCount }
        kept[nextKept] = state
        return nextKept
    }

    /// Applies a change that was read. Returns `false` if it does not fit the state.
    package mutating func apply(_ change: StateChange) -> Bool {
        let old = change.keep == nil ? nil : json
        switch change.content {
        case .whole(let new): json = new
        case .changes(let changes): if json?.apply(changes) != true { return false }
        case .kept(let number):
            guard kept.indices.contains(number), let state = kept[number] else { return false }
            json = state
        }
        guard let keep = change.keep else { return true }
        guard kept.indices.contains(keep), let old else { return false }
        kept[keep] = old
        return true
    }
}
