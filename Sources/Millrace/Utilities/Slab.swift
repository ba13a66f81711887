/// Elements under small numbers, which are used again.
struct Slab<Element>: ~Copyable {
    private var elements = Pool<Element?>()
    private var free = Pool<Int32>()

    /// Adds an element.
    ///
    /// - Returns: its number, from 0 on.
    mutating func insert(_ element: Element) -> Int32 {
        if let number = free.popLast() {
            elements[number] = element
            return number
        }
        elements.append(element)
        return Int32(elements.count - 1)
    }

    subscript(number: Int32) -> Element? {
        get { number >= 0 && number < elements.count ? elements[number] : nil }
        set { elements[number] = newValue }
    }

    /// Removes the element of this number, if there is one.
    @discardableResult
    mutating func remove(_ number: Int32) -> Element? {
        guard number >= 0, let element = elements[number].take() else { return nil }
        free.append(number)
        return element
    }
}
