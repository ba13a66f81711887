extension MutableCollection where Self: RangeReplaceableCollection, Element: Identifiable {
    /// The element with this `id`, or `nil`.
    ///
    /// Setting `nil` removes the element. Setting an element whose `id` is not in the collection appends it.
    ///
    /// Use this subscript for children in an array: `row.reduce(&state.rows[id: id], action).map({ .row(id, $0) }, at:
    /// \.rows[id: id])`. Each access searches the elements one by one. Store thousands of children in a dictionary instead.
    @inlinable
    public subscript(id id: Element.ID) -> Element? {
        get { firstIndex { $0.id == id }.map { self[$0] } }
        set {
            let index = firstIndex { $0.id == id }
            switch (index, newValue) {
            case (let index?, let element?): self[index] = element
            case (let index?, nil): remove(at: index)
            case (nil, let element?): append(element)
            case (nil, nil): break
            }
        }
    }
}
