#if SQLite || App
    /// The positions of the rows of a collection. They increase from element to element, with gaps, so that a row that is added or moved
    /// changes no other one.
    final class RowPositions {
        /// The gap after the last row.
        private static let gap: Int64 = 1 << 20

        private var positions: [String: Int64] = [:]

        /// Two elements have the same id.
        struct RepeatedID: Error, CustomStringConvertible {
            let id: String
            var description: String { "Two elements have the id \(id)." }
        }

        /// Sets the positions to those of stored rows.
        func set(_ rows: [StoredRow]) {
            positions = Dictionary(rows.map { ($0.key, $0.position) }) { $1 }
        }

        /// Returns the rows that differ. Without an old collection, all rows do.
        ///
        /// - Parameter sameEnds: Compares the elements at both ends. See ``DurableRows/sameEnds(_:_:)``.
        func changes<Elements: RandomAccessCollection>(
            from old: Elements?, to new: Elements, _ sameEnds: (Elements, Elements) -> (first: Int, last: Int)
        ) throws -> [RowChange]
        where Elements.Element: Codable & Equatable & Identifiable, Elements.Element.ID: Codable {
            guard let old else {
                positions = [:]
                return try rows(new)
            }
            let same = sameEnds(old, new)
            let (first, oldFirst) = (
                new.index(new.startIndex, offsetBy: same.first), old.index(old.startIndex, offsetBy: same.first)
            )
            let (last, oldLast) = (
                new.index(new.endIndex, offsetBy: -same.last), old.index(old.endIndex, offsetBy: -same.last)
            )
            let lower = first == new.startIndex ? 0 : try position(of: new[new.index(before: first)])
            let upper = last == new.endIndex ? nil : try position(of: new[last])
            let (middle, oldMiddle) = (new[first..<last], old[oldFirst..<oldLast])
            if middle.count == oldMiddle.count, zip(middle, oldMiddle).allSatisfy({ $0.id == $1.id }) {
                return try zip(middle, oldMiddle).compactMap { new, old in
                    new == old ? nil : try row(new, at: position(of: new))
                }
            }
            let changes = try replace(oldMiddle, middle, lower, upper) ?? renumber(new, from: old)
            if positions.count != new.count { throw try repeatedID(in: new) }
            return changes
        }

        private func position(of element: some Identifiable<some Codable>) throws -> Int64 {
            positions[try JSONCoding.text(element.id)] ?? 0
        }

        private func row<Element: Codable & Identifiable>(_ element: Element, at position: Int64) throws -> RowChange
        where Element.ID: Codable {
            let key = try JSONCoding.text(element.id)
            positions[key] = position
            return RowChange(key: key, value: StoredValue(try JSONCoding.encode(element), position: position))
        }

        /// Returns rows for all elements, at new positions.
        private func rows<Elements: RandomAccessCollection>(
            _ elements: Elements
        ) throws -> [RowChange] where Elements.Element: Codable & Identifiable, Elements.Element.ID: Codable {
            var position: Int64 = 0
            let changes = try elements.map { element in
                position += Self.gap
                return try row(element, at: position)
            }
            if positions.count != elements.count { throw try repeatedID(in: elements) }
            return changes
        }

        private func repeatedID<Elements: RandomAccessCollection>(in elements: Elements) throws -> RepeatedID
        where Elements.Element: Identifiable, Elements.Element.ID: Codable {
            var seen: Set<Elements.Element.ID> = []
            let repeated = elements.first { !seen.insert($0.id).inserted }
            return RepeatedID(id: try repeated.map { try JSONCoding.text($0.id) } ?? "")
        }

        /// Returns the changes that replace all rows.
        private func renumber<Elements: RandomAccessCollection>(
            _ new: Elements, from old: Elements
        ) throws -> [RowChange] where Elements.Element: Codable & Identifiable, Elements.Element.ID: Codable {
            positions = [:]
            let changes = try rows(new)
            let removed = try old.map { try JSONCoding.text($0.id) }.filter { positions[$0] == nil }
            return changes + removed.map { RowChange(key: $0, value: nil) }
        }

        /// Returns the changes that replace the rows in the middle. As many as possible keep their positions.
        ///
        /// - Returns: `nil` if there is no room between the positions.
        private func replace<Elements: RandomAccessCollection>(
            _ old: Elements, _ new: Elements, _ lower: Int64, _ upper: Int64?
        ) throws -> [RowChange]?
        where Elements.Element: Codable & Equatable & Identifiable, Elements.Element.ID: Codable {
            let oldElements = Dictionary(old.map { ($0.id, $0) }) { $1 }
            let keys = try new.map { try JSONCoding.text($0.id) }
            guard Set(keys).count == keys.count else { throw try repeatedID(in: new) }
            let known = zip(new, keys).map { oldElements[$0.id] == nil ? nil : positions[$1] }
            let kept = longestIncreasing(known)
            guard let assigned = fill(known, kept, lower, upper) else { return nil }
            var changes: [RowChange] = []
            let newIDs = Set(new.map(\.id))
            for element in old where !newIDs.contains(element.id) {
                let key = try JSONCoding.text(element.id)
                positions[key] = nil
                changes.append(RowChange(key: key, value: nil))
            }
            for (index, element) in new.enumerated() {
                if assigned[index] == known[index], oldElements[element.id] == element { continue }
                changes.append(try row(element, at: assigned[index]))
            }
            return changes
        }

        /// Returns the indices of the longest list of positions that increase.
        private func longestIncreasing(_ positions: [Int64?]) -> Set<Int> {
            // For each length, the index of the lowest last position, and for each index the one before it.
            var (lasts, before): ([Int], [Int: Int]) = ([], [:])
            for (index, position) in positions.enumerated() {
                guard let position else { continue }
                var (low, high) = (0, lasts.count)
                while low < high {
                    let middle = (low + high) / 2
                    if positions[lasts[middle]] ?? 0 < position { low = middle + 1 } else { high = middle }
                }
                if low > 0 { before[index] = lasts[low - 1] }
                if low == lasts.count { lasts.append(index) } else { lasts[low] = index }
            }
            var (result, next): (Set<Int>, Int?) = ([], lasts.last)
            while let index = next {
                result.insert(index)
                next = before[index]
            }
            return result
        }

        /// Returns a position for each element: its own if it is kept, otherwise one between its neighbors. `nil` if there is no room.
        private func fill(_ known: [Int64?], _ kept: Set<Int>, _ lower: Int64, _ upper: Int64?) -> [Int64]? {
            var result: [Int64] = []
            var last = lower
            var index = 0
            while index < known.count {
                if kept.contains(index), let position = known[index] {
                    result.append(position)
                    (last, index) = (position, index + 1)
                    continue
                }
                var end = index
                while end < known.count, !kept.contains(end) { end += 1 }
                let next = end < known.count ? known[end] : upper
                let count = Int64(end - index)
                let step = next.map { ($0 - last) / (count + 1) } ?? Self.gap
                if step < 1 { return nil }
                for _ in index..<end {
                    last += step
                    result.append(last)
                }
                index = end
            }
            return result
        }
    }
#endif
