#if DEBUG
    import Millrace
    import MillraceModules
    import MillraceWeb

    /// The live fields of the table of inputs × fields. Each is shown alone, in an element that requires valid fields.
    enum LiveField: String, CaseIterable, Sendable {
        case text, email, url, area, whole, tenths, hundredths, slider, date, time, color, picker, radio, toggle
    }

    /// An input into a live field.
    struct LiveCell: Sendable {
        let field: LiveField
        /// The value as the script sends it. That of a checkbox is `true` or `false`.
        let value: String
        /// Whether the server sends the action of the value, and whether a button then sends its own.
        let (isAccepted, isSaved): (Bool, Bool)
        /// The reason why a person cannot enter the value, if that is so.
        var reason: String?
    }

    /// A live field, and a button that must not be used while the field is invalid.
    struct FormOfLiveField: Module {
        let field: LiveField

        struct State: Equatable {
            var (text, number, share, date, time) = ("", 5, 0.5, CalendarDate?.none, TimeOfDay?.none)
            var (color, option, isOn, saves, cancels) = (Style.Color.black, "", false, 0, 0)
        }

        enum Action {
            case text(String), number(Int), share(Double), date(CalendarDate?), time(TimeOfDay?), color(Style.Color)
            case option(String), isOn(Bool), save, cancel
        }

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .text(let text): state.text = text
            case .number(let number): state.number = number
            case .share(let share): state.share = share
            case .date(let date): state.date = date
            case .time(let time): state.time = time
            case .color(let color): state.color = color
            case .option(let option): state.option = option
            case .isOn(let isOn): state.isOn = isOn
            case .save: state.saves += 1
            case .cancel: state.cancels += 1
            }
            return .none
        }
    }

    extension FormOfLiveField: WebModule {
        func view(_ state: State) -> HTML<Action> {
            div {
                html(state)
                // The button is replaced while a person types, as in a view that passes the text to its action.
                button("Save", send: .save).id("save").key(field == .url ? "" : state.text)
                link(to: "/", send: .cancel) { "Cancel" }.id("cancel")
            }.requiresValid()
            button("Outside", send: .cancel)
            p { state.saves }.id("saves")
            p { state.cancels }.id("cancels")
        }

        @HTMLBuilder<Action> private func html(_ state: State) -> HTML<Action> {
            let days = CalendarDate(year: 2026, month: 3, day: 1)!...CalendarDate(year: 2028, month: 3, day: 1)!
            let options = [("A", "a"), ("B", "b")].map { (name: $0.0, value: $0.1) }
            switch field {
            case .text:
                textField("Field", value: state.text, send: Action.text).required().maxLength(5).id("field").onSubmit(
                    send: .save)
            case .email: textField("Field", value: state.text, kind: .email, send: Action.text).required().id("field")
            case .url:
                textField("Field", value: state.text, kind: .url, timing: .whenDone, send: Action.text).id("field")
            case .area: textArea("Field", value: state.text, send: Action.text).required().maxLength(5).id("field")
            case .whole: numberField("Field", value: state.number, in: 1...9, send: Action.number).id("field")
            case .tenths: numberField("Field", value: state.share, in: 0...1, step: 0.1, send: Action.share).id("field")
            case .hundredths: numberField("Field", value: state.share, step: 0.01, send: Action.share).id("field")
            case .slider: slider("Field", value: state.share, in: 0...1, step: 0.1, send: Action.share).id("field")
            case .date: dateField("Field", value: state.date, in: days, send: Action.date).required().id("field")
            case .time: timeField("Field", value: state.time, send: Action.time).id("field")
            case .color: colorField("Field", value: state.color, send: Action.color).id("field")
            case .picker:
                picker("Field", selection: state.option, options: options, send: Action.option).required().id("field")
            case .radio:
                radioGroup("Field", selection: state.option, options: options, send: Action.option).required().id(
                    "field")
            case .toggle: toggle("Field", isOn: state.isOn, send: Action.isOn).required().id("field")
            }
        }
    }

    extension LiveField {
        var cells: [LiveCell] {
            switch self {
            case .text, .area:
                [saved("abcde"), saved("😀😀a"), rejected(""), rejected("abcdef", "a browser cuts it")]
            // An address is sent while it is typed.
            case .email: [saved("a@b"), sent("a"), sent("a@"), rejected("")]
            case .url: [saved("https://a"), saved(""), sent("a"), sent("http://")]
            case .whole:
                [
                    saved("9"), saved("1e0"), rejected("0"), rejected("10"), rejected("1.5"), rejected(""),
                    rejected("+5", "the field sends 5"),
                    rejected("5.", "the field sends 5"),
                    rejected("1e400"), rejected("nan", "letters do not reach the field"),
                    rejected("0x5", "letters do not reach the field"), rejected(" 5", "spaces do not reach the field"),
                ]
            case .tenths:
                [
                    saved("0.3"), saved(".7"), saved("0.30000000000000004"), saved("1"), rejected("0.25"),
                    rejected("1.1"),
                    rejected("-0.1"),
                    rejected("inf", "letters do not reach the field"),
                ]
            case .hundredths:
                [
                    saved("114578282.07"), saved("-0.07"), saved("1e20"), rejected("0.005"), rejected("114578282.075"),
                    rejected(""),
                ]
            case .slider:
                [saved("0.3")]
                    + ["0.25", "1.1", "", "x"].map { rejected($0, "a browser moves it to a permitted number") }
            case .date:
                [
                    saved("2028-02-29"), rejected(""), rejected("2026-02-28"), rejected("2028-03-02"),
                    rejected("2027-02-29", "there is no such date, so the field is not complete"),
                    rejected("2027-02", "the field is not complete"),
                ]
            case .time:
                [
                    saved("18:05"), saved(""), rejected("18:05:30", "the field has no seconds"),
                    rejected("18", "the field is not complete"),
                ]
            case .color:
                [saved("#a0b0c0")] + ["", "red", "#abc", "#10203040"].map { rejected($0, "a browser has a color") }
            case .picker, .radio: ["c", "+1", ""].map { rejected($0, "there is no such option") }
            case .toggle: [saved("true"), rejected("false")]
            }
        }

        private func saved(_ value: String) -> LiveCell {
            LiveCell(field: self, value: value, isAccepted: true, isSaved: true)
        }
        private func sent(_ value: String) -> LiveCell {
            LiveCell(field: self, value: value, isAccepted: true, isSaved: false)
        }
        private func rejected(_ value: String, _ reason: String? = nil) -> LiveCell {
            LiveCell(field: self, value: value, isAccepted: false, isSaved: false, reason: reason)
        }
    }
#endif
