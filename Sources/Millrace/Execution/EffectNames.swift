/// Numbers for the names of effects, for the machine. A number is used again when no effect has the name any more.
struct EffectNames {
    private var numbers: [EffectKey: Int32] = [:]
    private var names = Slab<(key: EffectKey, uses: Int)>()

    /// The number of a name, from 1 on, which is used once more.
    mutating func use(_ key: EffectKey) -> Int32 {
        if let number = numbers[key] {
            names[number - 1]?.uses += 1
            return number
        }
        let number = names.insert((key, 1)) + 1
        numbers[key] = number
        return number
    }

    /// The number of a name, if it has one.
    func find(_ key: EffectKey) -> Int32? { numbers[key] }

    /// The number is used once less.
    mutating func release(_ number: Int32) {
        guard let name = names[number - 1] else { return }
        names[number - 1]?.uses -= 1
        if name.uses > 1 { return }
        names.remove(number - 1)
        numbers[name.key] = nil
    }
}
