/// A change of one place in a JSON value. A list of changes is the difference between two values, such as two states.
///
/// The place is a path: the names of members and the indices of elements that lead to it.
package enum JSONChange: Hashable, Sendable {
    /// The value at the path is another one.
    case set([JSON], JSON)
    /// The object at the path has a new member, which precedes the member `before`; `nil` for the last member.
    case add([JSON], JSON.Member, before: String?)
    /// The member at the path is removed.
    case remove([JSON])
    /// The array at the path has other elements in a range.
    case replace([JSON], Range<Int>, [JSON])

    /// Returns the changes from one value to another, in the order in which they are applied. Empty for equal values.
    package static func changes(from old: JSON, to new: JSON) -> [JSONChange] {
        var finder = ChangeFinder()
        finder.compare(old, new)
        return finder.changes
    }

    // MARK: The JSON of a change

    /// `{"at":["rows",3],"set":…}`, `{"at":["names"],"add":"b","value":…,"before":"c"}`, `{"at":["names","a"],"remove":true}` or
    /// `{"at":["rows"],"from":3,"remove":1,"insert":[…]}`.
    var json: JSON {
        switch self {
        case .set(let path, let value): .of(["at": .array(path), "set": value])
        case .add(let path, let member, let before):
            .of([
                "at": .array(path), "add": .string(member.name), "value": member.value,
                "before": before.map(JSON.string),
            ])
        case .remove(let path): .of(["at": .array(path), "remove": .bool(true)])
        case .replace(let path, let range, let elements):
            .of([
                "at": .array(path), "from": .number(range.lowerBound), "remove": .number(range.count),
                "insert": .array(elements),
            ])
        }
    }

    /// Reads a change of a line; `nil` if it is none.
    package init?(_ json: JSON) {
        guard var fields = try? FieldReader(json, line: 0), let change = try? JSONChange(&fields) else { return nil }
        self = change
    }

    /// The paths of the parts that change. Elements that are replaced by as many others are parts of their own.
    package var parts: [[JSON]] {
        switch self {
        case .set(let path, _), .remove(let path): [path]
        case .add(let path, let member, _): [path + [.string(member.name)]]
        case .replace(let path, let range, let elements):
            range.count == elements.count ? range.map { path + [.number($0)] } : [path]
        }
    }

    /// The paths of the parts that are new after the change. A part that was removed has none.
    package var newParts: [[JSON]] {
        switch self {
        case .set(let path, _): [path]
        case .add(let path, let member, _): [path + [.string(member.name)]]
        case .remove: []
        case .replace(let path, let range, let elements):
            elements.indices.map { path + [.number(range.lowerBound + $0)] }
        }
    }

    init(_ fields: inout FieldReader) throws(RecordingError) {
        let path = try fields.array("at")
        if let value = fields.optional("set") {
            self = .set(path, value)
        } else if fields.has("add") {
            let member = JSON.Member(name: try fields.text("add"), value: try fields.value("value"))
            self = .add(path, member, before: try fields.optionalText("before"))
        } else if fields.has("from") {
            let (start, count) = (try fields.index("from"), try fields.index("remove"))
            self = .replace(path, start..<start + count, try fields.array("insert"))
        } else {
            guard try fields.value("remove") == .bool(true) else { throw fields.error("remove", .wrongType("true")) }
            self = .remove(path)
        }
        try fields.end()
    }
}

extension JSON.Member {
    /// The name, for a search. Equal texts may have different bytes.
    fileprivate var bytes: [UInt8] { Array(name.utf8) }
}

/// Finds the changes between two values.
private struct ChangeFinder {
    private(set) var changes: [JSONChange] = []
    private var path: [JSON] = []

    mutating func compare(_ old: JSON, _ new: JSON) {
        // An encoder reuses the parts that have not changed.
        if old.isIdentical(to: new) { return }
        switch (old, new) {
        case (.object(let old), .object(let new)): compare(old, new)
        case (.array(let old), .array(let new)): compare(old, new)
        default: if old != new { changes.append(.set(path, new)) }
        }
    }

    private mutating func compare(_ old: JSON, _ new: JSON, at place: JSON) {
        path.append(place)
        compare(old, new)
        path.removeLast()
    }

    private mutating func compare(_ old: [JSON.Member], _ new: [JSON.Member]) {
        if old.count == new.count, zip(old, new).allSatisfy({ $0.isNamed($1.name) }) {
            for (one, other) in zip(old, new) { compare(one.value, other.value, at: .string(one.name)) }
            return
        }
        let places = Dictionary(old.enumerated().map { ($1.bytes, $0) }, uniquingKeysWith: { first, _ in first })
        let kept = new.compactMap { places[$0.bytes] }
        // Members in another order cannot be described by additions and removals.
        guard zip(kept, kept.dropFirst()).allSatisfy({ $0 < $1 }) else {
            return changes.append(.set(path, .object(new)))
        }
        let names = Set(new.map(\.bytes))
        for member in old where !names.contains(member.bytes) { changes.append(.remove(path + [.string(member.name)])) }
        // From the last to the first, so that the next member is always there.
        for (index, member) in new.enumerated().reversed() {
            if let place = places[member.bytes] {
                compare(old[place].value, member.value, at: .string(member.name))
            } else {
                let next = index + 1 < new.count ? new[index + 1].name : nil
                changes.append(.add(path, member, before: next))
            }
        }
    }

    private mutating func compare(_ old: [JSON], _ new: [JSON]) {
        let start = zip(old, new).prefix(while: ==).count
        let end = zip(old[start...].reversed(), new[start...].reversed()).prefix(while: ==).count
        let (first, second) = (start..<old.count - end, start..<new.count - end)
        guard first.count == second.count else {
            return changes.append(.replace(path, first, Array(new[second])))
        }
        var index = first.lowerBound
        while index < first.upperBound {
            let last = first.dropFirst(index - start).first { !Self.isReplaced(old[$0], new[$0]) } ?? first.upperBound
            if last > index {
                changes.append(.replace(path, index..<last, Array(new[index..<last])))
                index = last
            } else {
                compare(old[index], new[index], at: .number(index))
                index += 1
            }
        }
    }

    /// Whether an element is replaced as a whole, because it has no parts that could be compared.
    private static func isReplaced(_ old: JSON, _ new: JSON) -> Bool {
        switch (old, new) {
        case (.object, .object), (.array, .array): false
        default: old != new
        }
    }
}

extension JSON {
    /// Applies changes in order. Returns `false` if the value has no such place.
    package mutating func apply(_ changes: [JSONChange]) -> Bool {
        for change in changes where !apply(change) { return false }
        return true
    }

    private mutating func apply(_ change: JSONChange) -> Bool {
        switch change {
        case .set(let path, let value):
            edit(at: path[...]) {
                $0 = value
                return true
            }
        case .add(let path, let member, let before):
            edit(at: path[...]) { $0.changeMembers { Self.add(member, before, to: &$0) } }
        case .remove(let path):
            path.last?.text.map { name in
                edit(at: path.dropLast()) {
                    $0.changeMembers { members in
                        guard let index = members.firstIndex(where: { $0.isNamed(name) }) else { return false }
                        members.remove(at: index)
                        return true
                    }
                }
            } ?? false
        case .replace(let path, let range, let elements):
            edit(at: path[...]) {
                $0.changeElements { old in
                    guard range.upperBound <= old.count else { return false }
                    old.replaceSubrange(range, with: elements)
                    return true
                }
            }
        }
    }

    private static func add(_ member: Member, _ before: String?, to members: inout [Member]) -> Bool {
        if members.contains(where: { $0.isNamed(member.name) }) { return false }
        guard let before else {
            members.append(member)
            return true
        }
        guard let index = members.firstIndex(where: { $0.isNamed(before) }) else { return false }
        members.insert(member, at: index)
        return true
    }

    /// Changes the value at a path. Returns `false` if there is none, or if `body` does.
    private mutating func edit(at path: ArraySlice<JSON>, _ body: (inout JSON) -> Bool) -> Bool {
        guard let place = path.first else { return body(&self) }
        let rest = path.dropFirst()
        if let name = place.text {
            return changeMembers { members in
                guard let index = members.firstIndex(where: { $0.isNamed(name) }) else { return false }
                return members[index].value.edit(at: rest, body)
            }
        }
        guard let index = place.integer.flatMap({ Int(exactly: $0) }) else { return false }
        return changeElements { $0.indices.contains(index) && $0[index].edit(at: rest, body) }
    }

    /// Changes the members in place: without the other reference, the array is not copied.
    private mutating func changeMembers(_ body: (inout [Member]) -> Bool) -> Bool {
        guard case .object(var members) = self else { return false }
        self = .null
        defer { self = .object(members) }
        return body(&members)
    }

    private mutating func changeElements(_ body: (inout [JSON]) -> Bool) -> Bool {
        guard case .array(var elements) = self else { return false }
        self = .null
        defer { self = .array(elements) }
        return body(&elements)
    }
}
