/// Numbers for the names of effects, for the machine. A number is used again when no effect has the name any more.
struct EffectNames {
    private struct Name {
        let key: EffectKey
        var uses = 0
    }

    private var numbers: [EffectKey: Int32] = [:]
    private var names = Slab<Name>()
    private var uses: [Int32: Int] = [:]

    /// The number of a name, from 1 on, which is used once more.
    mutating func use(_ key: EffectKey) -> Int32 {
        if let number = numbers[key] {
            uses[number, default: 0] += 1
            return number
        }
        let number = names.insert(Name(key: key)) + 1
        (numbers[key], uses[number]) = (number, 1)
        return number
    }

    /// The number of a name, if it has one.
    func find(_ key: EffectKey) -> Int32? { numbers[key] }

    /// The number is used once less.
    mutating func release(_ number: Int32) {
        guard number != 0, let count = uses[number] else { return }
        if count > 1 { return uses[number] = count - 1 }
        uses[number] = nil
        if let name = names.remove(number - 1) { numbers[name.key] = nil }
    }
}

/// A timer of an effect.
struct TimerKey: Hashable {
    let effect: EffectHandle
    let timer: EffectMachine.Timer
}
