import Millrace

/// The rules that a rendered field gives: its kind, range, step and length, and whether a value is required.
///
/// A browser has the same rules, as HTML defines them. A client may ignore them, so the server reads a value with them before it is
/// decoded.
struct FieldRules {
    let element: HTMLElement
    let kind: FieldKind

    init(_ element: HTMLElement) { (self.element, kind) = (element, FieldKind(element)) }

    /// Reads the value of a live field. Returns it as a browser has it.
    ///
    /// A person sends a text while typing it. An address and a short text need not be complete yet, and a text that was too long may be
    /// shortened.
    static func read(_ value: SentValue, of element: HTMLElement?) throws(ValidationError) -> SentValue {
        guard let element else { return value }
        if case .text(let text) = value { return .text(try FieldRules(element).read(text, isLive: true)) }
        if value == .flag(false), element["required"] != nil { throw ValidationError(.required) }
        return value
    }

    /// Reads a text that the user has entered. Returns it as a browser has it.
    ///
    /// - Throws: The reason why a browser does not send it.
    func read(_ sent: String, isLive: Bool = false) throws(ValidationError) -> String {
        let text = kind.normalized(sent)
        if isReadOnly {
            guard text.hasSameBytes(as: shownText) else { throw .unexpectedValue }
            return text
        }
        if !isLive || !kind.isAddress || text.isEmpty { try check(text) }
        if isLive {
            if element["maxlength"] != nil, text.utf16.count > shownText.utf16.count { try checkMaxLength(of: text) }
        } else if !text.hasSameBytes(as: shownText) {
            try checkMaxLength(of: text)
            try checkMinLength(of: text)
        }
        return text
    }

    /// Checks a value, whether the user has entered it or the field shows it. Only input has a length.
    func check(_ text: String) throws(ValidationError) {
        if isReadOnly { return }
        if text.isEmpty, element["required"] != nil { throw ValidationError(.required) }
        switch kind {
        case .line, .area, .hidden: break
        case .email: if !text.isEmpty, !text.isEmailAddress { throw problem(.notAnEmailAddress, text) }
        case .emails:
            let addresses = text.split(separator: ",", omittingEmptySubsequences: false)
            if !text.isEmpty, !addresses.allSatisfy(\.isEmailAddress) { throw problem(.notAnEmailAddress, text) }
        case .url: if !text.isEmpty, !text.isAbsoluteURL { throw problem(.notAURL, text) }
        case .ordered(let scale): if !text.isEmpty || element["type"] == "range" { try check(text, scale) }
        case .color: if text.utf8.count != 7 || Style.Color(text) == nil { throw problem(.notAColor, text) }
        case .choice: if !element.options.contains(where: text.hasSameBytes) { throw .unexpectedValue }
        }
    }

    /// Checks the value that the field shows.
    ///
    /// - Parameter isEntered: Whether the user has entered it. A text of the program can have any length.
    func checkShown(isEntered: Bool = false) throws(ValidationError) {
        let isRequired = element["required"] != nil
        switch kind {
        case .choice:
            let isChosen =
                element.isBox ? element["checked"] != nil : element.options.contains(where: shownText.hasSameBytes)
            if isRequired, !isChosen { throw ValidationError(.required) }
        // A browser always shows a valid number and a color.
        case .ordered where element["type"] == "range", .color: break
        default:
            try check(shownText)
            guard isEntered, !isReadOnly else { return }
            try checkMaxLength(of: shownText)
            try checkMinLength(of: shownText)
        }
    }

    /// The value that the view has given to the field, as a browser shows it.
    var shownText: String { kind.normalized(element["value"] ?? "") }

    private var isReadOnly: Bool { kind.canBeReadOnly && element["readonly"] != nil }

    private func checkMaxLength(of text: String) throws(ValidationError) {
        if let limit = length("maxlength"), text.utf16.count > limit { throw ValidationError(.tooLong, "\(limit)") }
    }

    private func checkMinLength(of text: String) throws(ValidationError) {
        guard let limit = length("minlength"), !text.isEmpty, text.utf16.count < limit else { return }
        throw ValidationError(.tooShort, "\(limit)")
    }

    private func length(_ name: String) -> Int? {
        kind.hasLength ? element[name].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 } : nil
    }

    private func problem(_ key: PageTexts.Key, _ text: String) -> ValidationError {
        ValidationError(key, "\(text.prefix(40))")
    }

    // MARK: Values with an order

    private func check(_ text: String, _ scale: FieldScale) throws(ValidationError) {
        let base = limit("min", scale) ?? limit("value", scale) ?? 0
        let isWhole = scale == .numbers && element["step"] == nil && base == base.rounded()
        guard let number = scale.number(text) else { throw problem(isWhole ? .notAWholeNumber : scale.problem, text) }
        try checkRange(text, number, scale)
        guard let step = step(scale).map({ FieldStep(step: $0, base: base) }), !step.permits(number) else { return }
        if isWhole { throw problem(.notAWholeNumber, text) }
        throw ValidationError(.notAStep, "\(text.prefix(40))", scale.text(step.nearest(to: number)))
    }

    private func checkRange(_ text: String, _ number: Double, _ scale: FieldScale) throws(ValidationError) {
        let (lowest, highest) = (limit("min", scale), limit("max", scale))
        let isBelow = lowest.map { number < $0 || isLess(text, element["min"]) } ?? false
        let isAbove = highest.map { number > $0 || isLess(element["max"], text) } ?? false
        // The limits of a night are in reversed order.
        let isReversed = scale == .seconds && lowest ?? 0 > highest ?? .infinity
        guard isReversed ? isBelow && isAbove : isBelow || isAbove else { return }
        let sent = "\(text.prefix(40))"
        switch (lowest, highest) {
        case (let lowest?, let highest?):
            throw ValidationError(.outOfRange, sent, scale.text(lowest), scale.text(highest))
        case (let lowest?, nil): throw ValidationError(.tooSmall, sent, scale.text(lowest))
        case (nil, let highest): throw ValidationError(.tooLarge, sent, scale.text(highest ?? 0))
        }
    }

    /// Compares whole numbers that a `Double` cannot distinguish.
    private func isLess(_ one: String?, _ other: String?) -> Bool {
        guard let one = one.flatMap({ Int($0) }), let other = other.flatMap({ Int($0) }) else { return false }
        return one < other
    }

    private func limit(_ name: String, _ scale: FieldScale) -> Double? { element[name].flatMap(scale.number) }

    /// The distance of the permitted values. `nil` if all are permitted.
    private func step(_ scale: FieldScale) -> Double? {
        guard let text = element["step"] else { return scale.defaultStep }
        if text.lowercased() == "any" { return nil }
        return Double(sent: text).flatMap { $0 > 0 ? $0 : nil } ?? scale.defaultStep
    }
}

extension HTMLElement {
    /// The values that a user can select in a menu, a group of radio buttons or a checkbox.
    var options: [String] {
        if tag == .select || isRadioGroup {
            return flatChildren.flatMap { child in child.element?.ownOptions ?? [] }
        }
        return [self["value"] ?? "on"]
    }

    private var ownOptions: [String] {
        if tag == .option || self["type"] == "radio" { return self["disabled"] == nil ? [self["value"] ?? ""] : [] }
        return flatChildren.flatMap { child in child.element?.ownOptions ?? [] }
    }
}
