/// Returns how many of the first `count` elements `isBefore` accepts. The elements that it accepts must come first.
@inlinable
package func countBefore(among count: Int, _ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
        let middle = (low + high) / 2
        if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
}
