/// Numbers for the names of effects, for use in the effect machine. A number is reused when no effect has its name any more.
package struct EffectNames: ~Copyable {
    var numbers: [EffectKey: Int32] = [:]
    var keys = Slab<EffectKey>()
    /// The number of uses of each name. The index is that of the key. `max` for a name that is never removed.
    var uses = Pool<Int32>()
    /// The numbers of command types that are used as ids in a store's own reducer. They are never removed, because a program
    /// has few command types.
    var typeNumbers = TypeTable<Int32>()

    package init() {}

    /// Returns the number of a name, from 1 on, and counts one more use of it.
    package mutating func use(_ key: EffectKey) -> Int32 {
        if let number = typeNumber(key) { return number }
        if let number = numbers[key] {
            uses[number - 1] += 1
            return number
        }
        let number = insert(key, uses: 1)
        numbers[key] = number
        return number
    }

    /// Returns the number of a command type that a store's own reducer uses as an id.
    package mutating func use(_ type: ObjectIdentifier) -> Int32 {
        if let number = typeNumbers[type] { return number }
        let number = insert(EffectKey(id: type), uses: .max)
        typeNumbers[type] = number
        return number
    }

    private mutating func insert(_ key: EffectKey, uses count: Int32) -> Int32 {
        let index = keys.insert(key)
        if index == uses.count { uses.append(count) } else { uses[index] = count }
        return index + 1
    }

    /// Returns the name with a number.
    func key(_ number: Int32) -> EffectKey? { keys[number - 1] }

    /// Returns the number of a name; `nil` if no effect has the name.
    package func find(_ key: EffectKey) -> Int32? { typeNumber(key) ?? numbers[key] }

    /// Whether the number is that of the same id in a child of the feature with this name.
    package func isWithin(_ number: Int32, _ key: EffectKey) -> Bool {
        guard number > 0, let name = keys[number - 1] else { return false }
        return areSame(name.id, key.id) && name.path.count > key.path.count
            && name.path.starts(with: key.path) { areSame($0, $1) }
    }

    func typeNumber(_ key: EffectKey) -> Int32? {
        guard key.path.isEmpty, !key.isInterval, let name = key.id.base as? CommandName else { return nil }
        return typeNumbers[ObjectIdentifier(name.type)]
    }

    /// Counts one use of the number less.
    package mutating func release(_ number: Int32) {
        if number <= 0 || uses[number - 1] == .max { return }
        uses[number - 1] -= 1
        if uses[number - 1] == 0, let key = keys.remove(number - 1) { numbers[key] = nil }
    }
}
