import Foundation

/// Formats the time of a change: the time for today, "Yesterday", or the date.
///
/// Two values are equal if they format every time in the same way.
struct DateText: Equatable {
    /// The start of the current day.
    private let today: Date
    private let calendar = Calendar.current

    init(now: Date) { today = calendar.startOfDay(for: now) }

    /// Returns the text for a time in milliseconds since 1970.
    func text(_ milliseconds: Int64) -> String {
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
        if calendar.isDate(date, inSameDayAs: today) { return clock(date) }
        if let yesterday = calendar.date(byAdding: .day, value: -1, to: today),
            calendar.isDate(date, inSameDayAs: yesterday)
        {
            return "Yesterday"
        }
        let day = Self.day(date)
        let year = " \(calendar.component(.year, from: today))"
        return day.hasSuffix(year) ? String(day.dropLast(year.count)) : day
    }

    /// Returns the date with its year.
    static func day(_ date: Date) -> String {
        let parts = Calendar.current.dateComponents([.year, .month, .day], from: date)
        return "\(parts.day ?? 1) \(months[(parts.month ?? 1) - 1]) \(parts.year ?? 0)"
    }

    private func clock(_ date: Date) -> String {
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        let (hour, minute) = (parts.hour ?? 0, parts.minute ?? 0)
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
