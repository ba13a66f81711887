/// The strongly connected components of a graph (Tarjan, 1972), computed without recursion.
struct Components {
    let members: Set<Int>
    private(set) var components: [[Int]] = []
    private var indices: [Int: Int] = [:]
    private var lows: [Int: Int] = [:]
    private var stack: [Int] = []
    private var isOnStack: Set<Int> = []

    init(members: Set<Int>) { self.members = members }

    mutating func visit(_ start: Int, _ successors: (Int) -> some Sequence<Int>) {
        if indices[start] != nil { return }
        var frames = [enter(start, successors)]
        while var frame = frames.popLast() {
            if let next = frame.rest.popLast() {
                frames.append(frame)
                if indices[next] == nil {
                    frames.append(enter(next, successors))
                } else if isOnStack.contains(next) {
                    lower(frame.node, to: indices[next])
                }
            } else {
                leave(frame.node)
                if let parent = frames.last { lower(parent.node, to: lows[frame.node]) }
            }
        }
    }

    private mutating func enter(_ node: Int, _ successors: (Int) -> some Sequence<Int>) -> (node: Int, rest: [Int]) {
        indices[node] = indices.count
        lows[node] = indices[node]
        stack.append(node)
        isOnStack.insert(node)
        return (node, successors(node).filter(members.contains))
    }

    private mutating func lower(_ node: Int, to low: Int?) {
        if let low, let old = lows[node], low < old { lows[node] = low }
    }

    private mutating func leave(_ node: Int) {
        guard lows[node] == indices[node] else { return }
        var component: [Int] = []
        while let last = stack.popLast() {
            isOnStack.remove(last)
            component.append(last)
            if last == node { break }
        }
        components.append(component)
    }
}
