#if DEBUG
    import Millrace
    import MillraceModules

    @testable import MillraceWeb

    /// The fields of the table of inputs × fields. Each is shown alone in a form.
    enum FormField: String, CaseIterable, Sendable {
        case text, short, long, search, password, tel, email, emails, url, area, fixed, hidden
        case number, hundredths, limited, based, count, price, share
        case date, anyDate, weekly, time, seconds, night
        case color, choice, radio, box, boxes
    }

    /// An input into a field, and whether a form with it is valid, both in a browser and for the server.
    struct FormCell: Sendable {
        let field: FormField
        /// The values as a client sends them. A field for one text has one; a box that is not checked has none.
        let values: [String]
        let isValid: Bool
        /// What a browser sends instead, because a person cannot enter the input.
        var sent: [String]?
        /// The keys that enter the input into a field with several parts.
        var keys: String?
        /// Whether the person leaves the field as it is.
        var isUntouched = false
        /// Whether a browser accepts the input, because it does not know the rule.
        var isSentAnyway = false
    }

    /// A form with one field, which is named `value`.
    struct FormOfOneField: Module {
        let field: FormField

        struct State { var accepted = "", count = 0 }
        enum Action: Equatable { case accepted(String) }

        /// The content of the form. The value is `nil` if the field is empty.
        struct Content<Value: Decodable>: Decodable { let value: Value? }

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .accepted(let text): (state.accepted, state.count) = (text, state.count + 1)
            }
            return .none
        }
    }

    extension FormOfOneField: WebModule {
        func view(_ state: State) -> HTML<Action> {
            switch field {
            case .number, .hundredths, .limited, .based, .price: form(Double.self)
            case .count, .share: field == .count ? form(Int.self) : form(Float.self)
            case .date, .anyDate, .weekly: form(CalendarDate.self)
            case .time, .seconds, .night: form(TimeOfDay.self)
            case .color: form(Style.Color.self)
            case .box: form(Bool.self)
            case .boxes, .emails: form([String].self)
            default: form(String.self)
            }
            output { state.accepted }.id("accepted")
        }

        private func form<Value: Decodable>(_ type: Value.Type) -> HTML<Action> {
            MillraceWeb.form(
                decode: Content<Value>.self, send: { .accepted($0.value.map { String(reflecting: $0) } ?? "nothing") }
            ) {
                html
                submitButton("Save").id("save")
            }.id("form")
        }

        @HTMLBuilder<Action> private var html: HTML<Action> {
            switch field {
            case .text: input("value").required().maxLength(5).id("field")
            case .short: input("value").attribute("minlength", 3).id("field")
            case .long: input("value", value: "1234567").maxLength(5).id("field")
            case .search: input("value", kind: .search).id("field")
            case .password: input("value", kind: .password).required().maxLength(5).id("field")
            case .tel: input("value", kind: .tel).id("field")
            case .email: input("value", kind: .email).required().id("field")
            case .emails: input("value", kind: .email).attribute("multiple", true).id("field")
            case .url: input("value", kind: .url).id("field")
            case .area: inputArea("value").required().maxLength(5).id("field")
            case .fixed: input("value", value: "fixed").readOnly().id("field")
            case .hidden: hiddenInput("value", value: "a\nb").id("field")
            case .price, .share: input("value").id("field")
            case .choice:
                choice("value", options: [("Choose", ""), ("A", "a"), ("B", "b")]).required().id("field")
            case .radio:
                radioButton("value", value: "a").required()
                radioButton("value", value: "b")
            case .box: checkbox("value").required()
            case .boxes:
                checkbox("value", value: "a", isOn: true)
                checkbox("value", value: "b")
            default: limitedInput
            }
        }

        @HTMLBuilder<Action> private var limitedInput: HTML<Action> {
            switch field {
            case .number, .count: input("value", kind: .number).id("field")
            case .hundredths:
                input("value", kind: .number).attribute("min", 0).attribute("step", 0.01).required().id("field")
            case .limited:
                input("value", kind: .number).attribute("min", -10).attribute("max", 10).attribute("step", "any").id(
                    "field")
            case .based: input("value", value: "0.5", kind: .number).id("field")
            case .anyDate: input("value", kind: .date).id("field")
            case .date:
                input("value", kind: .date).attribute("min", "2026-03-01").attribute("max", "2028-03-01").id("field")
            case .weekly: input("value", value: "2026-03-02", kind: .date).attribute("step", 7).id("field")
            case .time: input("value", kind: .time).required().id("field")
            case .seconds: input("value", kind: .time).attribute("step", 1).attribute("max", "18:00").id("field")
            case .night: input("value", kind: .time).attribute("min", "22:00").attribute("max", "06:00").id("field")
            default: input("value", value: "#102030", kind: .color).id("field")
            }
        }
    }

    extension FormField {
        /// What the form of this field accepts as its value. `nil` if it refuses the values.
        ///
        /// - Parameter isPlain: Whether the form is sent without the script, which writes line breaks as CRLF.
        @MainActor func outcome(of values: [String], isPlain: Bool = false) -> String? {
            let form = try? FormOfOneField(field: self).render(.init()).element(id: "form")
            let values =
                isPlain ? values.map { $0.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n") } : values
            guard case .accepted(let text)? = try? form?.submit(["value": values]) else { return nil }
            return text
        }
    }
#endif
