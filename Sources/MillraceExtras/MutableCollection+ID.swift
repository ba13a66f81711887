extension MutableCollection where Self: RangeReplaceableCollection & BidirectionalCollection, Element: Identifiable {
    /// The element with this `id`, or `nil`.
    ///
    /// Setting `nil` removes the element. Setting an element whose `id` is not in the collection appends it. An element is
    /// changed in place: an array inside it is not copied.
    ///
    /// Use it to read and change elements. For children, prefer `row.reduce(&state.rows, id: id, action).map(Action.row, at: \.rows,
    /// id: id)`, which creates no key path. Each access searches the elements one by one.
    @inlinable
    public subscript(id id: Element.ID) -> Element? {
        get { firstIndex { $0.id == id }.map { self[$0] } }
        _modify {
            let index = firstIndex { $0.id == id }
            // Moved out of the collection, because a second reference to the element's storage would cause a copy. The last
            // element takes its place until then.
            var element = index.map { index in
                swapAt(index, self.index(before: endIndex))
                return removeLast()
            }
            defer {
                if let element { append(element) }
                if let index, index != endIndex {
                    if element == nil {
                        append(remove(at: index))
                    } else {
                        swapAt(index, self.index(before: endIndex))
                    }
                }
            }
            yield &element
        }
    }
}
