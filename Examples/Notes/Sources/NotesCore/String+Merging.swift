extension String {
    /// Merges two changes of this text. Where they overlap, both texts are kept, so that no input is lost.
    ///
    /// The script of MillraceWeb merges the text of a browser with that of its page in the same way.
    func merging(_ one: String, _ other: String) -> String {
        if one.hasBytes(of: self) || one.hasBytes(of: other) { return other }
        if other.hasBytes(of: self) { return one }
        var (first, second) = (change(to: one), change(to: other))
        let (start, end) = (
            Swift.min(first.range.lowerBound, second.range.lowerBound),
            Swift.max(first.range.upperBound, second.range.upperBound)
        )
        if first.range.upperBound > second.range.lowerBound, second.range.upperBound <= first.range.lowerBound {
            swap(&first, &second)
        }
        func part(_ change: (range: Range<Index>, text: Substring)) -> Substring {
            self[start..<change.range.lowerBound] + change.text + self[change.range.upperBound..<end]
        }
        let isApart = first.range.upperBound <= second.range.lowerBound
        let between = isApart ? self[first.range.upperBound..<second.range.lowerBound] : ""
        let middle = isApart ? first.text + between + second.text : part(second) + part(first)
        return String(self[..<start] + middle + self[end...])
    }

    /// The changed part of this text, and what replaces it: whole characters.
    private func change(to other: String) -> (range: Range<Index>, text: Substring) {
        let (mine, others) = (utf8, other.utf8)
        let prefix = zip(mine, others).prefix { $0 == $1 }.count
        var (start, otherStart) = (
            mine.index(startIndex, offsetBy: prefix), others.index(other.startIndex, offsetBy: prefix)
        )
        while start.samePosition(in: self) == nil || otherStart.samePosition(in: other) == nil {
            (start, otherStart) = (mine.index(before: start), others.index(before: otherStart))
        }
        let suffix = zip(mine[start...].reversed(), others[otherStart...].reversed()).prefix { $0 == $1 }.count
        var (end, otherEnd) = (
            mine.index(endIndex, offsetBy: -suffix), others.index(other.endIndex, offsetBy: -suffix)
        )
        while end.samePosition(in: self) == nil || otherEnd.samePosition(in: other) == nil {
            (end, otherEnd) = (mine.index(after: end), others.index(after: otherEnd))
        }
        return (start..<end, other[otherStart..<otherEnd])
    }
}
