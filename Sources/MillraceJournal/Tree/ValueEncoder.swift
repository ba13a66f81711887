import Millrace

/// Encodes values as JSON, part by part. A part that cannot be shown is marked, and all others are shown.
///
/// A part that has the same bits as in the value before is not encoded again. So the cost follows what has changed.
///
/// Foundation's encoder cannot do this: it fails as a whole, it never ends for a cycle of references, and it encodes everything again each time.
final class ValueEncoder {
    /// The number of levels that are shown. Readers of JSON accept 512.
    private static let maximumDepth = 200
    /// An implementation of `encode(to:)` that takes longer than this, in seconds, is not called again.
    private static let slow = Duration.milliseconds(100)
    /// The number of measurements in which it must be so slow.
    private static let measurements = 3

    /// A value that is also a part of the next ones: a payload, which actions contain. It is not encoded again.
    var payload: ValueNode?

    private var traits: [ObjectIdentifier: TypeTraits] = [:]
    /// The objects that are being encoded.
    private var objects: Set<ObjectIdentifier> = []
    private var depth = 0
    /// The time of the encoders that were called by the current one, if times are measured.
    private var nestedTime: Duration?
    /// The number of measurements in which an encoder was slow, by its type.
    private var suspects: [ObjectIdentifier: Int] = [:]
    /// A value that takes longer than this is encoded once more, with measured times.
    private var usualTime = ValueEncoder.slow

    /// Returns the JSON of a value.
    ///
    /// - Parameter old: The node of the value before.
    func part(_ value: some Encodable, after old: ValueNode?) -> ValuePart {
        let clock = ContinuousClock()
        let start = clock.now
        var part = encode(value, after: old)
        let time = clock.now - start
        if time <= usualTime { return part }
        usualTime = time * 4
        nestedTime = .zero
        defer { (nestedTime, suspects) = (nil, [:]) }
        // A busy machine can delay an encoder once. The node of the first time would hide the encoders that are slow.
        for _ in 0..<Self.measurements {
            part = encode(value, after: nil)
            if suspects.isEmpty { break }
        }
        return part
    }

    /// Returns the JSON of a part of a value.
    func encode<Value: Encodable>(_ value: Value, after old: ValueNode?) -> ValuePart {
        if let leaf = commonLeaf(value) { return ValuePart(leaf) }
        let source = old?.source(Value.self)
        let traits = source?.traits ?? traits(of: Value.self)
        if let reason = traits.hiddenReason { return ValuePart(.hidden(Value.self, reason)) }
        if traits.isObject, value is any Unrecorded {
            return ValuePart(.hidden(Swift.type(of: value), "is never recorded"))
        }
        if let leaf = traits.leaf { return ValuePart(leaf(value)) }
        if let source, source.hasBits(of: value) { return ValuePart(source.json, source) }
        if let payload, payload.hasBits(of: value) { return ValuePart(payload.json, payload) }
        guard depth < Self.maximumDepth else { return ValuePart(.hidden(Value.self, "is nested too deeply")) }
        let object = traits.isObject ? ObjectIdentifier(value as AnyObject) : nil
        if let object, !objects.insert(object).inserted {
            return ValuePart(.hidden(Value.self, "is a part of itself"))
        }
        depth += 1
        defer {
            depth -= 1
            if let object { objects.remove(object) }
        }
        let part: ValuePart
        do {
            part = try encodeMeasured(value, traits, after: old)
        } catch {
            return ValuePart(
                .hidden(
                    Value.self,
                    "cannot be encoded: \(error is EncodingError ? reason(error) : typeName(Swift.type(of: error)))"))
        }
        if let reason = traits.hiddenReason { return ValuePart(.hidden(Value.self, reason)) }
        return part
    }

    /// Returns the JSON of a value of a frequent type.
    private func commonLeaf<Value>(_ value: Value) -> JSON? {
        if Value.self == String.self, let text = value as? String { return .string(text) }
        if Value.self == Int.self, let number = value as? Int { return .number("\(number)") }
        if Value.self == Bool.self, let bool = value as? Bool { return .bool(bool) }
        return nil
    }

    /// Calls `encode(to:)`. Measures the time if times are measured, and hides the type if it takes too long by itself.
    private func encodeMeasured<Value: Encodable>(
        _ value: Value, _ traits: TypeTraits, after old: ValueNode?
    ) throws -> ValuePart {
        let target = ValueTarget(self, old)
        guard let outer = nestedTime else {
            try value.encode(to: target)
            return target.part(of: value, traits)
        }
        nestedTime = .zero
        let clock = ContinuousClock()
        let start = clock.now
        defer {
            let time = clock.now - start
            note(Value.self, isSlow: time - (nestedTime ?? .zero) > Self.slow && target.count < 1_000)
            nestedTime = outer + time
        }
        try value.encode(to: target)
        return target.part(of: value, traits)
    }

    /// Notes whether an encoder was slow. It is not called again if it was so in each measurement.
    private func note(_ type: Any.Type, isSlow: Bool) {
        let id = ObjectIdentifier(type)
        guard isSlow else { return _ = suspects.removeValue(forKey: id) }
        suspects[id, default: 0] += 1
        if suspects[id] == Self.measurements { traits[id]?.hiddenReason = "takes too long to encode" }
    }

    private func traits(of type: Any.Type) -> TypeTraits {
        if let traits = traits[ObjectIdentifier(type)] { return traits }
        let new = TypeTraits(type)
        traits[ObjectIdentifier(type)] = new
        return new
    }
}
