/// A queue. Removing the first element takes amortized constant time.
struct Queue<Element> {
    private var elements: [Element] = []
    private var head = 0

    var first: Element? { head < elements.count ? elements[head] : nil }
    var isEmpty: Bool { head == elements.count }
    var rest: ArraySlice<Element> { elements[head...] }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard let first else { return nil }
        head += 1
        if head > 32, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return first
    }

    mutating func popAll() -> [Element] {
        defer { (elements, head) = ([], 0) }
        return Array(rest)
    }

    /// Removes the first element for which `matches` returns `true`, and all elements before it.
    ///
    /// - Returns: The matching element and those before it. `nil` if no element matches; the queue is unchanged then.
    mutating func pop(through matches: (Element) -> Bool) -> (skipped: [Element], found: Element)? {
        guard let index = rest.firstIndex(where: matches) else { return nil }
        let skipped = Array(elements[head..<index])
        let found = elements[index]
        elements.removeFirst(index + 1)
        head = 0
        return (skipped, found)
    }
}
