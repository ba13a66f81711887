#if Web || Hummingbird || App
    /// Keys in the order of their ranks. Finding the first key takes constant time, and a change takes logarithmic time.
    struct RankedKeys<Key: Hashable & Sendable, Rank: Comparable & Sendable>: Sendable {
        /// A binary heap: the element at index i is not after those at 2 * i + 1 and 2 * i + 2.
        private var heap: [(key: Key, rank: Rank)] = []
        /// The index of each key in the heap.
        private var indices: [Key: Int] = [:]

        /// The key with the lowest rank, and this rank.
        var first: (key: Key, rank: Rank)? { heap.first }

        /// The rank of a key. Setting `nil` removes the key.
        subscript(key: Key) -> Rank? {
            get { indices[key].map { heap[$0].rank } }
            set {
                let index = indices[key] ?? heap.count
                if let newValue {
                    if index == heap.count { heap.append((key, newValue)) } else { heap[index].rank = newValue }
                    indices[key] = index
                    restoreOrder(at: index)
                } else if index < heap.count {
                    swap(index, heap.count - 1)
                    heap.removeLast()
                    indices[key] = nil
                    if index < heap.count { restoreOrder(at: index) }
                }
            }
        }

        private mutating func restoreOrder(at index: Int) {
            var index = index
            while index > 0, case let parent = (index - 1) / 2, heap[index].rank < heap[parent].rank {
                swap(index, parent)
                index = parent
            }
            while case var child = 2 * index + 1, child < heap.count {
                if child + 1 < heap.count, heap[child + 1].rank < heap[child].rank { child += 1 }
                guard heap[child].rank < heap[index].rank else { return }
                swap(index, child)
                index = child
            }
        }

        private mutating func swap(_ one: Int, _ other: Int) {
            heap.swapAt(one, other)
            (indices[heap[one].key], indices[heap[other].key]) = (one, other)
        }
    }
#endif
