/// How a live field reads the text that a browser sent.
struct FieldFormat<Value> {
    let read: (String) throws(ValidationError) -> Value

    /// Reads a value that has a text, such as a date.
    ///
    /// - Parameters:
    ///   - problem: The message for a text that is not such a value.
    ///   - range: The permitted values.
    ///   - text: Returns the text of a limit for a message.
    static func value(
        _ problem: PageTexts.Key, in range: ClosedRange<Value>?, text: @escaping (Value) -> String = \.description
    ) -> FieldFormat where Value: LosslessStringConvertible & Comparable {
        FieldFormat { sent throws(ValidationError) in
            guard let value = Value(sent) else { throw ValidationError(problem, "\(sent.prefix(40))") }
            if let range, !range.contains(value) {
                throw ValidationError(.outOfRange, text(value), text(range.lowerBound), text(range.upperBound))
            }
            return value
        }
    }

    /// Reads an empty text as `nil`.
    func optional() -> FieldFormat<Value?> {
        FieldFormat<Value?> { sent throws(ValidationError) in sent.isEmpty ? nil : try read(sent) }
    }
}

extension FieldFormat<Double> {
    /// Reads a number with a fraction. A text such as `inf` is not a number.
    ///
    /// - Parameters:
    ///   - range: The permitted numbers.
    ///   - step: The distance of the permitted numbers, from the lower limit or 0. `nil` if all are permitted.
    static func number(in range: ClosedRange<Double>?, step: Double? = nil) -> FieldFormat {
        let format = value(.notANumber, in: range, text: \.plainText)
        return FieldFormat { sent throws(ValidationError) in
            let number = try format.read(sent)
            guard number.isFinite else { throw ValidationError(.notANumber, "\(sent.prefix(40))") }
            if let step, step > 0 {
                let start = range?.lowerBound ?? 0
                let count = (number - start) / step
                // A decimal number is not exact, so a small difference is permitted.
                guard abs(count - count.rounded()) < 1e-6 else {
                    let near = start + count.rounded() * step
                    throw ValidationError(.notAStep, number.plainText, ((near * 1e9).rounded() / 1e9).plainText)
                }
            }
            return number
        }
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
