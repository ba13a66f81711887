// Live fields for numbers, dates, times and colors. A value that the field does not accept is rejected with a message to
// the user. It stays in the field, and does not keep other controls from being used.

/// Creates a live field for a whole number. It sends the number when the user presses Enter or leaves the field.
///
/// An empty text, a text that is not a whole number, and a number that is out of range are rejected with a message to the user.
public func numberField<Action>(
    _ label: String, value: Int, in range: ClosedRange<Int>? = nil, send: @escaping (Int) -> Action
) -> HTML<Action> {
    let element = inputElement("number", label).limited(to: range) { "\($0)" }.with("required", "")
    return liveField(element, text: "\(value)", .whenDone, .value(.notAWholeNumber), send: send)
}

/// Creates a live field for a number with a fraction. It sends the number when the user presses Enter or leaves the field.
///
/// An empty text, a text that is not a number, and a number that is out of range are rejected with a message to the user.
///
/// - Parameters:
///   - label: The name of the field for assistive technology.
///   - value: The number, from the state. The field is empty for a number that is not finite.
///   - range: The permitted numbers. Defaults to all.
///   - step: The distance of the permitted numbers, from the lower limit. Without a limit, from the shown number. Another number is
///     rejected with a message to the user. Defaults to `nil`: all numbers are permitted.
///   - send: Returns the action for a number.
public func numberField<Action>(
    _ label: String, value: Double, in range: ClosedRange<Double>? = nil, step: Double? = nil,
    send: @escaping (Double) -> Action
) -> HTML<Action> {
    let element = inputElement("number", label).limited(to: range, \.plainText).with("required", "")
    element["step"] = step?.attributeValue ?? "any"
    return liveField(element, text: value.attributeValue ?? "", .whenDone, .value(.notANumber), send: send)
}

/// Creates a live slider. It sends its number while the user drags it, at most every 60 milliseconds.
///
/// - Parameters:
///   - label: The name of the slider for assistive technology.
///   - value: The number, from the state.
///   - range: The numbers that the slider selects. Others are rejected.
///   - step: The distance of the numbers that the slider selects. Others are rejected. Defaults to 1.
///   - send: Returns the action for a number.
public func slider<Action>(
    _ label: String, value: Double, in range: ClosedRange<Double>, step: Double = 1,
    send: @escaping (Double) -> Action
) -> HTML<Action> {
    let element = inputElement("range", label).limited(to: range, \.plainText)
    element["step"] = step.attributeValue
    return liveField(element, text: value.attributeValue ?? "", .whileTyping, .value(.notANumber), send: send)
}

/// Creates a live field for a date, with the browser's calendar. It sends `nil` if the user clears it.
public func dateField<Action>(
    _ label: String, value: CalendarDate?, in range: ClosedRange<CalendarDate>? = nil,
    send: @escaping (CalendarDate?) -> Action
) -> HTML<Action> {
    let element = inputElement("date", label).limited(to: range, \.description).withDefaultLimits()
    let format = FieldFormat<CalendarDate>.value(.notADate).optional()
    return liveField(element, text: value?.description ?? "", .whenDone, format, send: send)
}

/// Creates a live field for a time of day. It sends `nil` if the user clears it.
public func timeField<Action>(
    _ label: String, value: TimeOfDay?, in range: ClosedRange<TimeOfDay>? = nil,
    send: @escaping (TimeOfDay?) -> Action
) -> HTML<Action> {
    let element = inputElement("time", label).limited(to: range, \.description)
    let format = FieldFormat<TimeOfDay>.value(.notATime).optional()
    return liveField(element, text: value?.description ?? "", .whenDone, format, send: send)
}

/// Creates a live field for a color. It sends the color while the user chooses it. Browsers show opaque colors only.
public func colorField<Action>(
    _ label: String, value: Style.Color, send: @escaping (Style.Color) -> Action
) -> HTML<Action> {
    let opaque = Style.Color(red: value.red, green: value.green, blue: value.blue)
    return liveField(inputElement("color", label), text: opaque.description, .whileTyping, .color, send: send)
}

extension HTMLElement {
    /// Sets the limits of the field, which are rules for the browser and the server.
    fileprivate func limited<Value>(to range: ClosedRange<Value>?, _ text: (Value) -> String) -> HTMLElement {
        self["min"] = range.map { text($0.lowerBound) }
        self["max"] = range.map { text($0.upperBound) }
        return self
    }

    /// Sets the limits that the kind of the field has by default.
    func withDefaultLimits() -> HTMLElement {
        switch self["type"] {
        // Long searches take long.
        case "search": with("maxlength", "200")
        // A CalendarDate has a year of four digits. A browser accepts more.
        case "date": with("max", self["max"] ?? "9999-12-31")
        default: self
        }
    }
}
