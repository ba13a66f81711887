/// A time of day without a time zone, as a time field contains it.
public struct TimeOfDay: Hashable, Sendable, Comparable, LosslessStringConvertible {
    /// The hour, from 0 to 23.
    public let hour: Int
    /// The minute, from 0 to 59.
    public let minute: Int
    /// The second, from 0 to 59.
    public let second: Int

    /// Creates a time. Returns `nil` if there is no such time.
    public init?(hour: Int, minute: Int, second: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    /// Creates a time from its ISO 8601 form: `"18:05"` or `"18:05:30"`. Returns `nil` if the text has another form.
    public init?(_ description: String) {
        if let numbers = FixedDigits.read(description, counts: [2, 2], separator: ":") {
            self.init(hour: numbers[0], minute: numbers[1])
        } else if let numbers = FixedDigits.read(description, counts: [2, 2, 2], separator: ":") {
            self.init(hour: numbers[0], minute: numbers[1], second: numbers[2])
        } else {
            return nil
        }
    }

    /// The ISO 8601 form: `"18:05"`, or `"18:05:30"` if the second is not 0.
    public var description: String {
        let numbers = second == 0 ? [hour, minute] : [hour, minute, second]
        return FixedDigits.write(numbers, counts: numbers.map { _ in 2 }, separator: ":")
    }

    /// Whether the first time is before the second.
    public static func < (one: TimeOfDay, other: TimeOfDay) -> Bool {
        (one.hour, one.minute, one.second) < (other.hour, other.minute, other.second)
    }
}

extension TimeOfDay: Codable {
    /// Decodes the ISO 8601 form.
    public init(from decoder: any Decoder) throws { self = try .init(textFrom: decoder) }

    /// Encodes the ISO 8601 form.
    public func encode(to encoder: any Encoder) throws { try encodeText(to: encoder) }
}
