extension Sequence {
    /// In the order of their numbers, which differ.
    ///
    /// Places are sorted, not what stands there, so that the kernel holds one compiled sort, and not one for each type.
    package func inOrder(of number: (Element) -> UInt64) -> [Element] {
        let all = Array(self)
        return places(inOrderOf: all.map(number)).map { all[$0] }
    }
}

private func places(inOrderOf numbers: [UInt64]) -> [Int] {
    numbers.indices.sorted { numbers[$0] < numbers[$1] }
}

/// How many of the first `count` are before what is looked for, where all that are come first.
package func countBefore(among count: Int, _ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
        let middle = (low + high) / 2
        if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
}
