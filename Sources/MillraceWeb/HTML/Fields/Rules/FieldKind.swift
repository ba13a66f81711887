/// The kind of a rendered field, which decides the texts that a browser sends for it.
enum FieldKind {
    case line, email, emails, url, area
    /// Values with an order, which can have limits and a step.
    case ordered(FieldScale)
    case color
    /// A menu, radio buttons or a checkbox.
    case choice
    /// A field that the user does not see.
    case hidden

    init(_ element: HTMLElement) {
        self =
            switch (element.tag, element["type"]) {
            case (.textarea, _): .area
            case (.select, _), (.fieldset, _), (_, "checkbox"), (_, "radio"): .choice
            case (_, "email"): element["multiple"] == nil ? .email : .emails
            case (_, "url"): .url
            case (_, "number"), (_, "range"): .ordered(.numbers)
            case (_, "date"): .ordered(.days)
            case (_, "time"): .ordered(.seconds)
            case (_, "color"): .color
            case (_, "hidden"), (_, "file"): .hidden
            default: .line
            }
    }

    /// Whether `minlength` and `maxlength` apply.
    var hasLength: Bool {
        switch self {
        case .line, .email, .emails, .url, .area: true
        default: false
        }
    }

    /// Whether the text is an address.
    var isAddress: Bool {
        switch self {
        case .email, .emails, .url: true
        default: false
        }
    }

    /// Whether `readonly` applies.
    var canBeReadOnly: Bool {
        if case .ordered = self { true } else { hasLength }
    }

    /// Returns the text that a browser makes of this one. It removes the line breaks from a line of text, and the spaces around an
    /// address.
    func normalized(_ text: String) -> String {
        switch self {
        case .area, .hidden, .choice: text.shown(inArea: true)
        case .email, .url: text.shown(withoutOuterSpaces: true)
        case .emails:
            text.split(separator: ",", omittingEmptySubsequences: false).map {
                String($0).shown(withoutOuterSpaces: true)
            }
            .joined(separator: ",")
        case .line: text.shown()
        case .color: text.lowercased()
        case .ordered: text
        }
    }
}

/// The order of a field's values.
enum FieldScale {
    case numbers
    case days
    case seconds

    /// Returns the number of a text. `nil` if the text is not such a value.
    func number(_ text: String) -> Double? {
        switch self {
        case .numbers: Double(sent: text)
        case .days: CalendarDate(text).map { Double($0.day(since: 1970)) }
        case .seconds: TimeOfDay(text).map { Double($0.secondOfDay) }
        }
    }

    /// Returns the text of a number.
    func text(_ number: Double) -> String {
        switch self {
        case .numbers: number.plainText
        case .days: CalendarDate(day: Int(number), since: 1970)?.description ?? ""
        case .seconds: TimeOfDay(secondOfDay: Int(number))?.description ?? ""
        }
    }

    /// The step of a field that has none of its own.
    var defaultStep: Double { self == .seconds ? 60 : 1 }

    /// The problem of a text that is not such a value.
    var problem: PageTexts.Key {
        switch self {
        case .numbers: .notANumber
        case .days: .notADate
        case .seconds: .notATime
        }
    }
}

extension CalendarDate {
    /// The number of days since the first day of a year.
    fileprivate func day(since first: Int) -> Int {
        let days = (1..<month).reduce(day - 1) { $0 + Self.days(in: $1, of: year) }
        return days + Self.daysBefore(year) - Self.daysBefore(first)
    }

    fileprivate init?(day: Int, since first: Int) {
        var rest = day + Self.daysBefore(first)
        // The estimate is the year or the one before it.
        var year = max(1, rest / 366)
        while Self.daysBefore(year + 1) <= rest { year += 1 }
        rest -= Self.daysBefore(year)
        let month = (1...12).first { month in
            if rest < Self.days(in: month, of: year) { return true }
            rest -= Self.days(in: month, of: year)
            return false
        }
        guard let month else { return nil }
        self.init(year: year, month: month, day: rest + 1)
    }

    /// The number of days from the year 1 to the beginning of this one.
    private static func daysBefore(_ year: Int) -> Int {
        let past = year - 1
        return 365 * past + past / 4 - past / 100 + past / 400
    }
}

extension TimeOfDay {
    fileprivate var secondOfDay: Int { (hour * 60 + minute) * 60 + second }

    fileprivate init?(secondOfDay: Int) {
        self.init(hour: secondOfDay / 3_600, minute: secondOfDay / 60 % 60, second: secondOfDay % 60)
    }
}
