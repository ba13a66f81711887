import Millrace

/// 64 KB in line, without a reference or a heap allocation. All its bytes are zero at first.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
struct Kilobytes64 {
    var bytes = InlineArray<65_536, UInt8>(repeating: 0)
    var sum = 0
}

/// The sum of a `Leaf`.
struct Sum: Fact { let value: Int }

/// The innermost of many features.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
struct Leaf: Reducer {
    func reduce(_ state: inout Kilobytes64, _ action: Int) -> Flow<Self> {
        state.sum += action
        state.bytes[65_535] = 1
        return action > 1 ? .send(action - 1) : .post(Sum(value: state.sum))
    }
}

/// A feature that contains another one, and adds nothing.
struct Nest<Child: Reducer>: Reducer where Child.Output == Never, Child.Transition == Never {
    struct State { var child: Child.State }
    enum Action { case child(Child.Action) }
    let child: Child

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .child(let action): child.reduce(&state.child, action).map(Action.child, at: \.child)
        }
    }
}

/// Sends 2, which sends 1, to `reducer` with `levels` levels around it, and returns what the innermost one posts.
///
/// The types are made level by level, and the state is made in place. Otherwise, copies of 64 KB would fill the stack.
func deepSum<R: Reducer>(through levels: Int, around reducer: R, _ two: R.Action, on engine: Engine) -> Int
where R.Output == Never, R.Transition == Never {
    if levels > 0 {
        return deepSum(through: levels - 1, around: Nest(child: reducer), .child(two), on: engine)
    }
    return send(two, to: reducer, on: engine)
}

private func send<R: Reducer>(_ two: R.Action, to reducer: R, on engine: Engine) -> Int
where R.Output == Never, R.Transition == Never {
    let zero = UnsafeMutablePointer<R.State>.allocate(capacity: 1)
    UnsafeMutableRawPointer(zero).initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<R.State>.size)
    defer { zero.deallocate() }
    var sums: [Int] = []
    let listener = engine.listen(to: Sum.self) { sums.append($0.value) }
    let store = Store(zero.move(), reducer, on: engine)
    store.send(two)
    listener.cancel()
    return sums == [3] ? 3 : -1
}
