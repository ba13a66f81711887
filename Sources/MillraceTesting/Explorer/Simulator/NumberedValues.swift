import Millrace

/// Values with 64-bit keys. A dictionary would hash each key, which costs more than the use of the value.
struct NumberedValues<Value>: ~Copyable {
    private var numbers = NumberMap()
    private var values: [Value] = []

    var count: Int { values.count }

    /// The value of a key. `nil` if it has none. Setting `nil` does nothing.
    subscript(key: UInt64) -> Value? {
        get {
            let number = numbers.find(key)
            return number < 0 ? nil : values[Int(number)]
        }
        set {
            guard let newValue else { return }
            let number = numbers.find(key)
            if number >= 0 { return values[Int(number)] = newValue }
            numbers.set(key, Int32(values.count))
            values.append(newValue)
        }
    }

    mutating func removeAll() {
        numbers = NumberMap()
        values.removeAll(keepingCapacity: true)
    }
}
