/// Elements with small numbers. The number of a removed element is reused.
package struct Slab<Element>: ~Copyable {
    var elements = Pool<Element?>()
    var free = Pool<Int32>()

    package init() {}

    /// Adds an element.
    ///
    /// - Returns: The number of the element, from 0 on.
    package mutating func insert(_ element: Element) -> Int32 {
        if let number = free.popLast() {
            elements[number] = element
            return number
        }
        elements.append(element)
        return Int32(elements.count - 1)
    }

    package subscript(number: Int32) -> Element? {
        get { number >= 0 && number < elements.count ? elements[number] : nil }
        set { elements[number] = newValue }
    }

    /// Removes and returns the element with this number; `nil` if there is none.
    @discardableResult
    package mutating func remove(_ number: Int32) -> Element? {
        guard number >= 0, let element = elements[number].take() else { return nil }
        free.append(number)
        return element
    }
}
