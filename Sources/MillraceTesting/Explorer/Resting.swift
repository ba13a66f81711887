extension UnderWay {
    /// Puts what runs and waits in an order that does not tell the way there, and lets any time pass.
    func settleDown() {
        if frames.contains(where: { $0.open >= 0 }) { arrangeFrames() } else { frames = [] }
        if items.count > 1 { items.sort { $0.isBefore($1) } }
        for index in items.indices { items[index].serial = 0 }
        clocks.pass()
    }

    /// Takes out the sequences that are over, and numbers the others by what they are.
    private func arrangeFrames() {
        let open = frames.indices.filter { frames[$0].open >= 0 }
        var signatures: [Int: [Int]] = [:]
        for index in open.reversed() { signatures[index] = signature(of: index, signatures) }
        // A sequence begins after the one that waits for it, so that one has its number first.
        var numbers = [-1: -1]
        var arranged: [Frame] = []
        var waiting = [-1]
        while !waiting.isEmpty {
            let parent = waiting.removeFirst()
            let parts = open.filter { frames[$0].parent == parent }
                .sorted { signatures[$0, default: []].lexicographicallyPrecedes(signatures[$1, default: []]) }
            for part in parts {
                numbers[part] = arranged.count
                var frame = frames[part]
                frame.parent = numbers[parent] ?? -1
                arranged.append(frame)
            }
            waiting += parts
        }
        frames = arranged
        for index in items.indices { items[index].frame = numbers[items[index].frame] ?? -1 }
    }

    /// What the sequence is, with all that it waits for.
    private func signature(of index: Int, _ signatures: [Int: [Int]]) -> [Int] {
        let parts = frames.indices.filter { frames[$0].parent == index && frames[$0].open >= 0 }
            .map { signatures[$0, default: []] }
        let items = items.filter { $0.frame == index }.map(\.key)
        let all =
            (parts.sorted { $0.lexicographicallyPrecedes($1) } + items.sorted { $0.lexicographicallyPrecedes($1) })
        return frames[index].key + all.flatMap { [$0.count] + $0 }
    }
}
