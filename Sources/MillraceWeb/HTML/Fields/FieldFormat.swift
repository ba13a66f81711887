/// How a live field reads the text that a browser sent. ``FieldRules`` has checked it before.
struct FieldFormat<Value> {
    let read: (String) throws(ValidationError) -> Value

    /// Reads a value that has a text, such as a date.
    ///
    /// - Parameter problem: The message for a text that is not such a value.
    static func value(_ problem: PageTexts.Key) -> FieldFormat where Value: LosslessStringConvertible {
        FieldFormat { sent throws(ValidationError) in
            guard let value = Value(sent: sent) else { throw ValidationError(problem, "\(sent.prefix(40))") }
            return value
        }
    }

    /// Reads an empty text as `nil`.
    func optional() -> FieldFormat<Value?> {
        FieldFormat<Value?> { sent throws(ValidationError) in sent.isEmpty ? nil : try read(sent) }
    }
}

extension FieldFormat<Style.Color> {
    /// Reads the hexadecimal form of a color.
    static var color: FieldFormat {
        FieldFormat { sent throws(ValidationError) in
            guard let color = Style.Color(sent) else { throw ValidationError(.notAColor, "\(sent.prefix(40))") }
            return color
        }
    }
}

/// Creates a live field that sends its text in a format.
func liveField<Value, Action>(
    _ element: HTMLElement, text: String, _ timing: SendTiming, _ format: FieldFormat<Value>,
    send: @escaping (Value) -> Action
) -> HTML<Action> {
    element["value"] = text
    if timing == .whenDone { element["data-on"] = "change" }
    element.control = HTMLControl(.field) { sent throws(ValidationError) in
        guard case .text(let text) = sent else { throw .unexpectedValue }
        return send(try format.read(text))
    }
    return HTML(element)
}

/// Creates an `input` element with a label.
func inputElement(_ type: String, _ label: String) -> HTMLElement {
    HTMLElement(.input, [HTMLAttribute("type", type), HTMLAttribute("aria-label", label)])
}
