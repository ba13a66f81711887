public import Millrace

public struct Explorer<R: Reducer> {
    var model: Model<R>

    public init(_ state: R.State, _ reducer: R) { model = Model(state, reducer) }

    public func actions(_ offered: @escaping @Sendable (R.State) -> [R.Action]) -> Explorer {
        var copy = self
        copy.model.offered = offered
        return copy
    }

    public func outcomes<C: Command>(of type: C.Type, _ o: @escaping @Sendable (C) -> [Outcome<C>]) -> Explorer {
        var copy = self
        copy.model.declare(type, o)
        return copy
    }

    @inlinable public func count() -> (Int, Int) { search().run() }

    @usableFromInline func search() -> Search<R> { Search(model, fingerprint: fingerprinting(R.State.self)) }
}

func fingerprinting<State>(_ type: State.Type) -> (State, inout Hasher) -> Void {
    func make<H: Hashable>(_ type: H.Type) -> (State, inout Hasher) -> Void {
        { state, hasher in
            withUnsafePointer(to: state) {
                UnsafeRawPointer($0).assumingMemoryBound(to: H.self).pointee.hash(into: &hasher)
            }
        }
    }
    if let type = type as? any Hashable.Type { return make(type) }
    fatalError()
}
