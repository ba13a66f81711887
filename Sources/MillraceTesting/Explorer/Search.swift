public import Millrace

/// A search through all that can happen, breadth first: what is found first is found by a shortest way.
///
/// Where a situation is met is in a table of fingerprints of 64 bits; of a million situations, two have the same one with
/// a chance of less than one in thirty million. The situations themselves are kept until they have been gone on from.
@usableFromInline final class Search<R: Reducer> {
    @usableFromInline let reducer: R
    @usableFromInline let offered: (R.State) -> [R.Action]
    @usableFromInline let fingerprint: (R.State, inout Hasher) -> Void
    /// Whether a step that asks for nothing needs nothing but the fold.
    @usableFromInline let isPlain: Bool
    @usableFromInline var seen = Seen()
    /// Of each situation, the number of the one that it was met from, and which of its steps led there.
    @usableFromInline var origins: [(parent: UInt32, step: UInt32)] = []
    @usableFromInline var level: [World<R>] = []
    @usableFromInline var nextLevel: [World<R>] = []
    @usableFromInline var transitions = 0
    let machine: Machine<R>

    init(_ model: Model<R>, fingerprint: @escaping (R.State, inout Hasher) -> Void) {
        reducer = model.reducer
        offered = model.offered
        self.fingerprint = fingerprint
        isPlain = !model.reducer.standing(model.first).isDeclared
        machine = Machine(model, Entries(prepare: model.prepare), World(model.first))
    }

    /// Goes on from one situation by every step.
    @inlinable func expand(_ world: World<R>, _ number: Int) {
        var step = 0
        for action in offered(world.state) {
            if isPlain, world.isIdle {
                var next = World<R>(world.state)
                let flow = reducer.reduce(&next.state, action)
                if flow.isNone { meet(next, number, step) } else { goOn(from: next.state, flow, number, step) }
            } else {
                take(action, world, number, step)
            }
            step &+= 1
        }
        if !world.isIdle { takeOthers(world, number, step) }
    }

    @inlinable func meet(_ world: World<R>, _ number: Int, _ step: Int) {
        var hasher = Hasher()
        fingerprint(world.state, &hasher)
        if !world.isIdle { world.hashWork(into: &hasher) }
        transitions &+= 1
        let (_, isNew) = seen.insert(UInt64(bitPattern: Int64(hasher.finalize())))
        if !isNew { return }
        origins.append((UInt32(truncatingIfNeeded: number), UInt32(truncatingIfNeeded: step)))
        nextLevel.append(world)
    }

    @usableFromInline func goOn(from state: R.State, _ flow: Flow<R>, _ number: Int, _ step: Int) {
        machine.goOn(from: state, with: flow)
        meet(machine.world, number, step)
    }

    @usableFromInline func take(_ action: R.Action, _ world: World<R>, _ number: Int, _ step: Int) {
        if machine.take(.send(action), in: world) { meet(machine.world, number, step) }
    }

    @usableFromInline func takeOthers(_ world: World<R>, _ number: Int, _ step: Int) {
        for (index, choice) in machine.choices(in: world).enumerated() where machine.take(choice, in: world) {
            meet(machine.world, number, step + index)
        }
    }

    @inlinable func run() -> (Int, Int) {
        begin()
        var first = 0
        var depth = 0
        while !level.isEmpty {
            for index in level.indices { expand(level[index], first &+ index) }
            first &+= level.count
            (level, nextLevel) = (nextLevel, [])
            depth += 1
        }
        return (seen.count, depth)
    }

    @usableFromInline func begin() {
        meet(machine.start(), 0, 0)
        (level, nextLevel) = (nextLevel, [])
    }
}
