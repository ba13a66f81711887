/// Numbers for the names of effects, for the machine. A number is used again when no effect has the name any more.
struct EffectNames: ~Copyable {
    private var numbers: [EffectKey: Int32] = [:]
    private var names = Slab<(key: EffectKey, uses: Int)>()
    /// The numbers of the types that name commands of a store's own reducer. They are kept, because a program has few.
    private var typeNumbers = TypeTable<Int32>()

    /// The number of a name, from 1 on, which is used once more.
    mutating func use(_ key: EffectKey) -> Int32 {
        if let number = typeNumber(key) { return number }
        if let number = numbers[key] {
            names[number - 1]?.uses += 1
            return number
        }
        let number = names.insert((key, 1)) + 1
        numbers[key] = number
        return number
    }

    /// The number of the commands of a type that a store's own reducer executes without an id.
    mutating func use(_ type: ObjectIdentifier) -> Int32 {
        if let number = typeNumbers[type] { return number }
        let number = names.insert((EffectKey(id: type), .max)) + 1
        typeNumbers[type] = number
        return number
    }

    /// The number of a name, if it has one.
    func find(_ key: EffectKey) -> Int32? { typeNumber(key) ?? numbers[key] }

    private func typeNumber(_ key: EffectKey) -> Int32? {
        guard key.path.isEmpty, !key.isInterval, let name = key.id.base as? CommandName else { return nil }
        return typeNumbers[ObjectIdentifier(name.type)]
    }

    /// The number is used once less.
    mutating func release(_ number: Int32) {
        guard number > 0, let name = names[number - 1], name.uses != .max else { return }
        names[number - 1]?.uses -= 1
        if name.uses > 1 { return }
        names.remove(number - 1)
        numbers[name.key] = nil
    }
}
