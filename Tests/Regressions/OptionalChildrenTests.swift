import Millrace
import Testing

// Symptom: 1 MB of state nested 16 levels deep overflowed a stack of 8 MB, in debug and release builds.
// Cause: `Reducer.reduce(_:_:)` for an optional child compared `state == nil` in its own frame. In unspecialized code, the
// compiler keeps a copy of the whole child for this until the function returns. So each level of optional children kept a copy
// of everything below it.
// Correct behavior: the comparison is in a function of its own that is not inlined.
@MainActor struct OptionalChildrenTests {
    struct Nest<Child: Reducer>: Reducer where Child.Output == Never, Child.Transition == Never {
        struct State { var child: Child.State? }
        enum Action { case child(Child.Action) }
        let child: Child

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .child(let action): child.reduce(&state.child, action).map(Action.child, at: \.child)
            }
        }
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    struct Megabyte: Reducer {
        struct State { var bytes = InlineArray<1_048_576, UInt8>(repeating: 0) }

        func reduce(_ state: inout State, _ action: UInt8) -> Flow<Self> {
            state.bytes[1_048_575] += action
            return .none
        }
    }

    private func send<R: Reducer>(_ action: R.Action, to reducer: R, under levels: Int, on engine: Engine)
    where R.Output == Never, R.Transition == Never {
        if levels > 0 { return send(.child(action), to: Nest(child: reducer), under: levels - 1, on: engine) }
        deliver(action, to: reducer, on: engine)
    }

    /// A separate function, because each of the calls above would reserve stack for its own state. With all bytes zero, the
    /// child exists.
    @inline(never)
    private func deliver<R: Reducer>(_ action: R.Action, to reducer: R, on engine: Engine)
    where R.Output == Never, R.Transition == Never {
        let zero = UnsafeMutablePointer<R.State>.allocate(capacity: 1)
        UnsafeMutableRawPointer(zero).initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<R.State>.size)
        defer { zero.deallocate() }
        Store(zero.move(), reducer, on: engine).send(action)
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test("1 MB of state nested in 16 optional children fits a stack of 8 MB")
    func largeOptionalChildren() async throws {
        try await withEngine { engine in send(1, to: Megabyte(), under: 16, on: engine) }
    }
}
