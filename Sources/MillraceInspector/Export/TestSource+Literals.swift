#if Inspector || App
    import MillraceJournal

    extension TestSource {
        /// Returns a string literal with the JSON. Its delimiters have as many # as needed, so nothing within it is an escape.
        static func literal(_ json: JSON) -> String {
            // A line separator would look like the end of a line in many editors. JSON has an escape for it.
            let text = json.description.replacing("\u{2028}", with: "\\u2028").replacing("\u{2029}", with: "\\u2029")
            var marks = "#"
            while text.contains("\"" + marks) || text.contains("\\" + marks) { marks += "#" }
            return "\(marks)\"\(text)\"\(marks)"
        }

        /// Returns a string literal with a text.
        static func quoted(_ text: String) -> String {
            let escaped = text.unicodeScalars.map { scalar in
                switch scalar {
                case "\"", "\\": "\\\(scalar)"
                case "\u{2028}", "\u{2029}": "\\u{\(String(scalar.value, radix: 16))}"
                case _ where scalar.value < 0x20: "\\u{\(String(scalar.value, radix: 16))}"
                default: "\(scalar)"
                }
            }
            return "\"\(escaped.joined())\""
        }
    }

    extension JSON {
        /// Whether a part of the value is not shown.
        var hasHiddenPart: Bool { hidden != nil || parts.contains { $0.value.hasHiddenPart } }
    }
#endif
