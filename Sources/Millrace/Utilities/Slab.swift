/// Elements with small numbers. The number of a removed element is reused.
@usableFromInline
package struct Slab<Element>: ~Copyable {
    @usableFromInline var elements = Pool<Element?>()
    @usableFromInline var free = Pool<Int32>()

    @inlinable
    package init() {}

    /// Adds an element.
    ///
    /// - Returns: The number of the element, from 0 on.
    @inlinable
    package mutating func insert(_ element: Element) -> Int32 {
        if let number = free.popLast() {
            elements[number] = element
            return number
        }
        elements.append(element)
        return Int32(elements.count - 1)
    }

    @inlinable package subscript(number: Int32) -> Element? {
        get { number >= 0 && number < elements.count ? elements[number] : nil }
        set { elements[number] = newValue }
    }

    /// Removes and returns the element with this number; `nil` if there is none.
    @discardableResult @inlinable
    package mutating func remove(_ number: Int32) -> Element? {
        guard number >= 0, let element = elements[number].take() else { return nil }
        free.append(number)
        return element
    }
}
