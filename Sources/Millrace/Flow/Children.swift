extension MutableCollection where Self: RangeReplaceableCollection, Element: Identifiable {
    /// The element with this identity, or `nil`; setting `nil` takes it out, setting one that is not there adds it
    /// last.
    ///
    /// For children kept in an array: `row.reduce(&state.rows[id: id], action).map({ .row(id, $0) }, at: \.rows[id:
    /// id])`. It looks through the elements one by one; keep thousands of children in a dictionary.
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
