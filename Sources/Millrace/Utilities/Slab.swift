/// Elements with small numbers. The number of a removed element is reused.
struct Slab<Element>: ~Copyable {
    private var elements = Pool<Element?>()
    private var free = Pool<Int32>()

    /// Adds an element.
    ///
    /// - Returns: The number of the element, from 0 on.
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

    /// Removes and returns the element with this number; `nil` if there is none.
    @discardableResult
    mutating func remove(_ number: Int32) -> Element? {
        guard number >= 0, let element = elements[number].take() else { return nil }
        free.append(number)
        return element
    }
}
