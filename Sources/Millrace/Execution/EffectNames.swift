/// Numbers for the names of effects, for use in the effect machine. A number is reused when no effect has its name any more.
struct EffectNames: ~Copyable {
    private var numbers: [EffectKey: Int32] = [:]
    private var names = Slab<(key: EffectKey, uses: Int)>()
    /// The numbers of command types that are used as ids in a store's own reducer. They are never removed, because a program
    /// has few command types.
    private var typeNumbers = TypeTable<Int32>()

    /// Returns the number of a name, from 1 on, and counts one more use of it.
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

    /// Returns the number of a command type that a store's own reducer uses as an id.
    mutating func use(_ type: ObjectIdentifier) -> Int32 {
        if let number = typeNumbers[type] { return number }
        let number = names.insert((EffectKey(id: type), .max)) + 1
        typeNumbers[type] = number
        return number
    }

    /// Returns the number of a name; `nil` if no effect has the name.
    func find(_ key: EffectKey) -> Int32? { typeNumber(key) ?? numbers[key] }

    /// Whether the number is that of the same id in a child of the feature with this name.
    func isWithin(_ number: Int32, _ key: EffectKey) -> Bool {
        guard number > 0, let name = names[number - 1]?.key else { return false }
        return name.id == key.id && name.path.count > key.path.count && name.path.starts(with: key.path)
    }

    private func typeNumber(_ key: EffectKey) -> Int32? {
        guard key.path.isEmpty, !key.isInterval, let name = key.id.base as? CommandName else { return nil }
        return typeNumbers[ObjectIdentifier(name.type)]
    }

    /// Counts one use of the number less.
    mutating func release(_ number: Int32) {
        guard number > 0, let name = names[number - 1], name.uses != .max else { return }
        names[number - 1]?.uses -= 1
        if name.uses > 1 { return }
        names.remove(number - 1)
        numbers[name.key] = nil
    }
}
