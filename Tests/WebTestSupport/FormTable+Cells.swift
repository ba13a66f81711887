#if DEBUG
    // The table. `X` in a comment names an input that cannot occur, and says why.
    extension FormField {
        var cells: [FormCell] {
            switch self {
            case .text, .short, .long, .search, .password, .tel, .area, .fixed, .hidden: textCells
            case .email, .emails, .url: addressCells
            case .number, .hundredths, .limited, .based, .count, .price, .share: numberCells
            case .date, .anyDate, .weekly, .time, .seconds, .night: dateCells
            case .color, .choice, .radio, .box, .boxes: choiceCells
            }
        }

        private func valid(_ values: String..., sent: String? = nil, keys: String? = nil) -> FormCell {
            FormCell(field: self, values: values, isValid: true, sent: sent.map { [$0] }, keys: keys)
        }

        /// - Parameter sent: What a browser sends, because a person cannot enter the input.
        private func invalid(_ values: String..., sent: String? = nil, keys: String? = nil) -> FormCell {
            FormCell(field: self, values: values, isValid: false, sent: sent.map { [$0] }, keys: keys)
        }

        /// - Parameter sent: What a browser sends without knowing the rule.
        private func serverOnly(_ value: String) -> FormCell {
            FormCell(field: self, values: [value], isValid: false, isSentAnyway: true)
        }

        private func untouched(_ values: String...) -> FormCell {
            FormCell(field: self, values: values, isValid: true, isUntouched: true)
        }

        private var textCells: [FormCell] {
            switch self {
            case .text, .password:
                [
                    valid("abcde"), valid("     "), invalid(""), invalid("abcdef", sent: "abcde"),
                    // 😀 has two UTF-16 units. A browser does not cut through a character.
                    valid("😀😀a"), invalid("😀😀😀", sent: "😀😀"), valid("e\u{301}e\u{301}e"),
                    // A line of text has no line breaks, and they do not count. Chromium replaces one that is typed or pasted by a space.
                    valid("ab\ncde", sent: "ab cd"), valid("ab\r\ncde", sent: "ab cd"), invalid("\n", keys: ""),
                ]
            case .short: [valid(""), valid("abc"), invalid("ab"), invalid("😀"), valid("😀a")]
            case .long: [untouched("1234567"), invalid("123456", keys: "\u{E010}\u{E003}"), valid("12345"), valid("")]
            case .search:
                [
                    valid(""), valid(String(repeating: "a", count: 200)),
                    invalid(String(repeating: "a", count: 201), sent: String(repeating: "a", count: 200)),
                ]
            case .tel: [valid(""), valid("anything"), valid("+49 (30) 1"), valid("1\n2", sent: "1 2")]
            case .area:
                [
                    valid("ab\ncd"), invalid(""), valid("\n"), invalid("abcdef", sent: "abcde"),
                    // A form contains CRLF. A line break counts as one.
                    valid("ab\r\ncd", sent: "ab\ncd"), valid("a\rb", sent: "a\nb"),
                ]
            // A person cannot change it; a client that does is refused.
            case .fixed: [untouched("fixed"), invalid("other", sent: "fixed"), invalid("", sent: "fixed")]
            // No rule holds for it: a person does not see it.
            default: [untouched("a\nb")]
            }
        }

        private var addressCells: [FormCell] {
            switch self {
            case .email:
                [
                    valid("a@b"), valid("a@b.example"), valid("a.b+c@b-c.example"), valid(" a@b ", sent: "a@b"),
                    invalid(""),
                    invalid(" ", sent: nil, keys: " "), invalid("a"), invalid("@b"), invalid("a@"), invalid("a@b@c"),
                    invalid("a b@c"), invalid("a@b c"), invalid("a@-b"), invalid("a@b-"), invalid("a@b..c"),
                    invalid("a@b_c"), invalid("a,b@c"), invalid("a@b, c@d"), valid("a@b\n", sent: "a@b"),
                    invalid("a@" + String(repeating: "b", count: 64)), valid("a@" + String(repeating: "b", count: 63)),
                    // Chromium sends the name of a domain in ASCII.
                    invalid("a@bücher.example", sent: "a@xn--bcher-kva.example"), invalid("ä@b"),
                ]
            case .emails:
                [valid(""), valid("a@b"), valid("a@b,c@d"), valid("a@b , c@d", sent: "a@b,c@d"), invalid("a@b,c")]
            default:
                [
                    valid(""), valid("https://a.example/b?c#d"), valid(" https://a ", sent: "https://a"),
                    valid("mailto:a@b"),
                    valid("data:,x"), valid("a+b.c-d:x"), valid("http:a"), valid("HTTP://A"), valid("http://a:80/ b"),
                    valid("http://[::1]:8080"), valid("http://1.2.3.4"), valid("http://a%41"), valid("file:///a"),
                    valid("file:a"), valid("http://user:password@a"), valid("http://bücher.example"),
                    valid("http:\\\\a"),
                    valid("a://b"), valid("x:"), valid("http://a.."),
                    invalid("a"), invalid("a.example"), invalid("//a"), invalid("http:"), invalid("http://"),

                    // Chromium permits a space in the name of a host, which the standard does not.
                    serverOnly("http://a b"), invalid("http://a<b"), invalid("http://a:99999"), invalid("http://a:b"),
                    invalid("http://[::1"), invalid("http://[::g]"), invalid("http://1.2.3.400"), invalid("http://a%"),
                    invalid("1a:b"), invalid(":a"), invalid("http://a@"), invalid("http://1.2.3.4.5"),
                    invalid("a://b c"),
                ]
            }
        }

        private var numberCells: [FormCell] {
            switch self {
            case .number:
                [
                    valid(""), valid("5"), valid("-5"), valid("05"), valid("1e3"), valid("1E+3"), valid("5.0"),
                    valid("-0"),
                    invalid("1.5"), invalid("1e"), invalid("-"), invalid("--5"), invalid("1e400"),
                    // Letters and spaces do not reach the field, and it shows another text than it sends.
                    invalid("5.", sent: "5"), invalid("+5", sent: "5"), invalid("nan", sent: ""),
                    invalid("inf", sent: ""),
                    invalid("0x10", sent: "010"), invalid(" 5", sent: "5"),
                    invalid("5 ", sent: "5"), invalid("٥", sent: ""),
                ]
            case .hundredths:
                [
                    valid("114578282.07"), valid("0.07"), valid("1.10"), valid("0.3"), valid("8.2e-1"),
                    valid("9007199254740993"),
                    valid("1e300"), valid("0"), invalid(""), invalid("0.015"), invalid("0.001"), invalid("-0.01"),
                    invalid("114578282.075"), invalid("1e-9"),
                ]
            case .limited:
                [
                    valid("10"), valid("-10"), valid("9.999"), valid(".5"), valid("1e1"), valid("1e-320"),
                    invalid("10.01"),
                    invalid("-10.5"), invalid("1e2"), invalid("11"),
                ]
            case .based: [valid("0.5"), valid("1.5"), valid("-3.5"), valid(""), invalid("1"), invalid("0")]
            case .count:
                [
                    valid("5"), valid("1e3"), valid("5.0"), valid("9223372036854775807"), valid(""), invalid("0.5"),
                    // X: a number beyond the type. A browser knows only the limits of the field, and shows the server's message.
                ]
            // A field for text: a browser does not know that it is decoded into a number.
            case .price, .share:
                [
                    valid("5"), valid("1.5"), valid(".5"), valid("1e3"), valid("-0"), valid(""), serverOnly("nan"),
                    serverOnly("NaN"),
                    serverOnly("inf"), serverOnly("-infinity"), serverOnly("0x10"), serverOnly("0x1p3"),
                    serverOnly("1e400"), serverOnly(" 5"),
                    serverOnly("5 "), serverOnly("+5"), serverOnly("5."), serverOnly("1,5"), serverOnly("1_000"),
                    serverOnly("٥"), serverOnly("e3"),
                ]
            default: []
            }
        }

        private var dateCells: [FormCell] {
            switch self {
            case .date:
                [
                    valid("2026-03-01", keys: "03012026"), valid("2028-02-29", keys: "02292028"),
                    valid("2028-03-01", keys: "03012028"),
                    valid("", keys: ""), invalid("2026-02-28", keys: "02282026"),
                    invalid("2028-03-02", keys: "03022028"),
                    invalid("2027-02-29", keys: "02292027"), invalid("2026-03", keys: "032026"),
                    invalid("2026", keys: "2026"),
                ]
            case .anyDate:
                [
                    valid("0001-01-01", keys: "01010001"), valid("9999-12-31", keys: "12319999"), valid("", keys: ""),
                    invalid("2027-02-29", keys: "02292027"),
                    invalid("2026-03-01T10:00", sent: "2026-03-01", keys: "03012026"),
                    invalid("0000-01-01", keys: "01010000"), invalid("2026-3-1", sent: "2026-03-01", keys: "03012026"),
                    // The year has four digits, because a CalendarDate has.
                    invalid("12026-03-01", sent: "2026-03-01", keys: "030112026"),
                ]
            case .weekly:
                [
                    untouched("2026-03-02"), valid("2026-03-09", keys: "03092026"),
                    invalid("2026-03-03", keys: "03032026"),
                ]
            case .time:
                [
                    valid("18:05", keys: "0605PM"), valid("00:00", keys: "1200AM"), invalid("", keys: ""),
                    invalid("18", keys: "06"),
                    // The field has no place for these.
                    invalid("18:05:30", sent: "18:05", keys: "0605PM"), invalid("24:00", sent: "12:00", keys: "1200PM"),
                    invalid("6:05", sent: "06:05", keys: "0605AM"), invalid("18:05 ", sent: "18:05", keys: "0605PM"),
                ]
            case .seconds:
                [
                    valid("17:05:30", keys: "050530PM"), valid("18:00", keys: "060000PM"), valid("", keys: ""),
                    invalid("18:00:01", keys: "060001PM"),
                    // A TimeOfDay has no fractions of a second, and neither has a field with this step.
                    invalid("17:05:30.5", sent: "17:05:30", keys: "050530PM"),
                ]
            default:
                // The limits of a night are in reversed order.
                [
                    valid("23:00", keys: "1100PM"), valid("05:00", keys: "0500AM"), valid("22:00", keys: "1000PM"),
                    invalid("12:00", keys: "1200PM"), invalid("06:01", keys: "0601AM"),
                ]
            }
        }

        private var choiceCells: [FormCell] {
            switch self {
            case .color:
                [
                    untouched("#102030"), valid("#a0b0c0"), valid("#A0B0C0", sent: "#a0b0c0"),
                    // A browser always has a color.
                    invalid("", sent: "#000000"), invalid("#1020304", sent: "#000000"),
                ]
            case .choice: [valid("a"), valid("b"), invalid("")]
            case .radio, .box: [valid(self == .box ? "true" : "b"), FormCell(field: self, values: [], isValid: false)]
            default: [valid("a"), valid("a", "b"), FormCell(field: self, values: [], isValid: true)]
            }
        }
    }
#endif
