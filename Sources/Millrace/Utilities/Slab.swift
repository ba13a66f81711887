/// Elements under small numbers, which are used again.
struct Slab<Element> {
    private var elements: [Element?] = []
    private var free: [Int32] = []

    /// Adds an element.
    ///
    /// - Returns: its number, from 0 on.
    mutating func insert(_ element: Element) -> Int32 {
        if let index = free.popLast() {
            elements[Int(index)] = element
            return index
        }
        elements.append(element)
        return Int32(elements.count - 1)
    }

    subscript(index: Int32) -> Element? {
        get { index >= 0 && index < elements.count ? elements[Int(index)] : nil }
        set { elements[Int(index)] = newValue }
    }

    /// Removes the element of this number, if there is one.
    @discardableResult
    mutating func remove(_ index: Int32) -> Element? {
        guard index >= 0, let element = elements[Int(index)].take() else { return nil }
        free.append(index)
        return element
    }
}
