/// A day of the Gregorian calendar without a time zone, as a date field contains it.
public struct CalendarDate: Hashable, Sendable, Comparable, LosslessStringConvertible {
    /// The year, from 1 to 9999.
    public let year: Int
    /// The month, from 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Creates a date. Returns `nil` if there is no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.days(in: month, of: year)).contains(day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Creates a date from its ISO 8601 form: `"2026-11-21"`. Returns `nil` if the text has another form.
    public init?(_ description: String) {
        guard let numbers = FixedDigits.read(description, counts: [4, 2, 2], separator: "-") else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    /// The ISO 8601 form: `"2026-11-21"`.
    public var description: String {
        FixedDigits.write([year, month, day], counts: [4, 2, 2], separator: "-")
    }

    /// Whether the first date is before the second.
    public static func < (one: CalendarDate, other: CalendarDate) -> Bool {
        (one.year, one.month, one.day) < (other.year, other.month, other.day)
    }

    static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CalendarDate: Codable {
    /// Decodes the ISO 8601 form.
    public init(from decoder: any Decoder) throws { self = try .init(textFrom: decoder) }

    /// Encodes the ISO 8601 form.
    public func encode(to encoder: any Encoder) throws { try encodeText(to: encoder) }
}

/// Reads and writes numbers with fixed counts of digits.
enum FixedDigits {
    static func read(_ text: String, counts: [Int], separator: Character) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == counts else { return nil }
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        return numbers.count == counts.count ? numbers : nil
    }

    static func write(_ numbers: [Int], counts: [Int], separator: String) -> String {
        zip(numbers, counts).map { number, count in
            String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
        }.joined(separator: separator)
    }
}
