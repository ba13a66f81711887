import Millrace
import MillraceModules
import MillraceWeb

/// A page that shows one of two records, with one field of each kind, or of the given kinds.
struct FieldSheet: Module {
    /// A place where a person enters a value.
    enum Place: String, CaseIterable, Sendable {
        case line, email, area, number, slider, fine, date, time, color, toggle, picker, radios, boxes
    }

    struct State {
        /// The record that is shown.
        var record = 0
        /// The values of both records, as texts.
        var values: [[Place: String]] = [[:], [:]]
        /// Whether the fields have the record as their key.
        var isKeyed = true
        var places = Place.allCases
        /// The greatest number and date, and the number of options.
        var limit = 100
        var refuses = false
        /// What the fields and the button have sent.
        var log: [String] = []

        init(_ values: [Place: String]...) {
            self.values = values
            if values.count == 1 { self.values.append([:]) }
        }
    }

    enum Action {
        case set(record: Int, Place, String)
        case show(Int)
        case limit(Int, [Place: String])
        case press
    }

    var initial = State()

    func state(for _: Void) -> State { initial }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .set(let record, let place, let value):
            state.log.append("\(place) \(record)")
            if !state.refuses { state.values[record][place] = value }
        case .show(let record): state.record = record
        case .limit(let limit, let values):
            state.limit = limit
            state.values[state.record].merge(values) { $1 }
        case .press: state.log.append("pressed")
        }
        return .none
    }
}

extension FieldSheet: WebModule {
    func view(_ state: State) -> HTML<Action> {
        button("Other", send: .show(1 - state.record)).id("other")
        button("Press", send: .press).id("press")
        p { "\(state.log.count)" }.id("count")
        for place in state.places {
            let field = field(place, state) { .set(record: state.record, place, $0) }
            if state.isKeyed { field.key(state.record) } else { field }
        }
    }

    @HTMLBuilder<Action> private func field(
        _ place: Place, _ state: State, send: @escaping (String) -> Action
    ) -> HTML<Action> {
        let value = state.values[state.record][place] ?? ""
        let options = ["a", "b", "c", "d", "e"].prefix(max(1, state.limit / 20)).map { (name: $0, value: $0) }
        let name = place.rawValue
        switch place {
        case .line: textField(name, value: value, send: send)
        case .email: textField(name, value: value, kind: .email, send: send)
        case .area: textArea(name, value: value, send: send)
        case .number: numberField(name, value: Int(value) ?? 0, in: 0...state.limit) { send("\($0)") }
        case .slider: slider(name, value: Double(value) ?? 0, in: 0...Double(state.limit)) { send("\(Int($0))") }
        case .fine: slider(name, value: Double(value) ?? 0, in: 0...1, step: 0.1) { send("\($0)") }
        case .date:
            let last = CalendarDate(year: 2000 + state.limit / 10, month: 12, day: 31)!
            dateField(name, value: CalendarDate(value), in: CalendarDate("2000-01-01")!...last) {
                send($0?.description ?? "")
            }
        case .time: timeField(name, value: TimeOfDay(value)) { send($0?.description ?? "") }
        case .color: colorField(name, value: Style.Color(value) ?? .black) { send($0.description) }
        case .toggle: toggle(name, isOn: value == "on") { send($0 ? "on" : "off") }
        case .picker: picker(name, selection: value, options: options, send: send)
        case .radios: radioGroup(name, selection: value, options: options, send: send)
        case .boxes: checkboxGroup(name, selection: [value], options: options) { send($1 ? $0 : "") }
        }
    }
}
