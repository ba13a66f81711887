import Millrace

/// 64 KB in line: no reference, no heap. All its bytes are zero at first.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
struct Kilobytes64 {
    var bytes = InlineArray<65_536, UInt8>(repeating: 0)
    var sum = 0
}

/// Tells how far a sum has come.
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

/// A feature that holds another and adds nothing.
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

/// Sends 2, which asks for 1, to `reducer` through `levels` levels around it, and returns what the innermost posts.
///
/// The types are made as it goes, and the state where it is to be, because a hundred values of 64 KB on the way to it
/// would fill the stack without any doing of ours.
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
