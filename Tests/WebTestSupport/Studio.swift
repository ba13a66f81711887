#if DEBUG
    import Millrace
    import MillraceModules
    import MillraceWeb

    /// A module with a drawing, events and every kind of field.
    struct Studio: Module {
        struct State {
            var circles: [PagePoint] = []
            var log: [String] = []
            var shift = 0.0
            var name = ""
            var digits = ""
            var count = 5
            var share = 0.5
            var level = 20.0
            var date: CalendarDate?
            var time: TimeOfDay?
            var color = Style.Color.black
            var size = "M"
            var days: Set<String> = []
            var draft: Draft?
            var rows = 3
        }

        struct Draft: Decodable, Equatable {
            var title: String
            var due: CalendarDate?
            var tags: [String]
            var kind: String
            var token: String
        }

        enum Action {
            case circle(at: PagePoint), log(String), shift(Double), name(String), digits(String), count(Int), share(
                Double)
            case level(Double), date(CalendarDate?), time(TimeOfDay?), color(Style.Color), size(String), day(
                String, Bool)
            case submitted(Draft), more, submit
        }

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .circle(let point): state.circles.append(point)
            case .log(let text): state.log.append(text)
            case .shift(let shift): state.shift = shift
            case .name(let name): state.name = name.uppercased()
            case .digits(let text): state.digits = text.filter { "0123456789".contains($0) }
            case .count(let count): state.count = count
            case .share(let share): state.share = share
            case .level(let level): state.level = level
            case .date(let date): state.date = date
            case .time(let time): state.time = time
            case .color(let color): state.color = color
            // The reducer refuses this value.
            case .size(let size): if size != "XL" { state.size = size }
            case .day(let day, let isOn): if isOn { state.days.insert(day) } else { state.days.remove(day) }
            case .submitted(let draft): state.draft = draft
            case .submit: state.log.append("submit \(state.name)")
            case .more: state.rows += 3
            }
            return .none
        }
    }

    extension Studio: WebModule {
        func view(_ state: State) -> HTML<Action> {
            h1 { "Studio" }
            drawing(state)
            fields(state)
            group(state)
            form(decode: Draft.self, resetsWhenAccepted: true, send: Action.submitted) {
                input("title").required().maxLength(10).id("title").aria("label", "Title")
                input("due", kind: .date).id("due")
                checkbox("tags", value: "red").id("red")
                checkbox("tags", value: "blue", isOn: true).id("blue")
                radioButton("kind", value: "a", isOn: true)
                radioButton("kind", value: "b").id("kind-b")
                hiddenInput("token", value: "t1")
                submitButton("Send").id("send")
            }
            p { state.draft.map { "\($0)" } }.id("draft")
            ul { each(state.log.indices, id: \.self) { index in li { state.log[index] } } }.id("log")
            div {
                each(0..<state.rows, id: \.self) { row in p { "Row \(row)" }.style(.height(.px(300))) }
                p { "End" }.key(state.rows).id("end").onVisible(send: .more)
            }
        }

        @HTMLBuilder<Action> private func drawing(_ state: State) -> HTML<Action> {
            svg(width: 200, height: 100) {
                each(state.circles.indices, id: \.self) { index in
                    circle(x: state.circles[index].x, y: state.circles[index].y, radius: 5).fill(.init("#cc0000"))
                }
            }
            .id("canvas").style(.width(.px(400)), .height(.px(200)))
            .onPointer(.down) { .circle(at: $0) }
            .onPointer(.contextMenu) { .log("menu \($0.x.rounded()),\($0.y.rounded())") }
            .onKey("s", [.control], inFields: true, send: .log("save"))
            .onKey("x", send: .log("x"))
            div { "Drag" }.id("knob").style(
                .width(.px(50)), .height(.px(20)), .transform(.translate(x: state.shift, y: 0))
            )
            .onDrag { drag in
                drag.phase == .ended
                    ? .log("dropped \((drag.position.x - drag.start.x).rounded())")
                    : .shift((drag.position.x - drag.start.x).rounded())
            }
            p { "Double" }.id("double").onPointer(.doubleClick) { _ in .log("double") }
            p { "Bar" }.id("bar").style(.width(.percent(state.share * 100)), .color(state.color))
        }

        @HTMLBuilder<Action> private func fields(_ state: State) -> HTML<Action> {
            textField("Name", value: state.name, send: Action.name).id("name")
                .onFocus(send: .log("focus")).onBlur(send: .log("blur")).onSubmit(send: .submit)
            textField("Digits", value: state.digits, send: Action.digits).id("digits")
            textField("Fixed", value: "fixed", send: Action.name).readOnly().id("fixed")
            numberField("Count", value: state.count, in: 0...10, send: Action.count).id("count")
            numberField("Share", value: state.share, in: 0...1, step: 0.1, send: Action.share).id("share")
            slider("Level", value: state.level, in: 0...100, send: Action.level).id("level")
            output { state.level }.id("level-value")
            dateField("Date", value: state.date, send: Action.date).id("date")
            timeField("Time", value: state.time, send: Action.time).id("time")
            colorField("Color", value: state.color, send: Action.color).id("color")
            button("Log", send: .log("pressed")).id("press").shortcut("Alt+p", inFields: true)
        }

        @HTMLBuilder<Action> private func group(_ state: State) -> HTML<Action> {
            radioGroup(
                "Size", selection: state.size, options: [("Small", "S"), ("Medium", "M"), ("Huge", "XL")],
                send: Action.size
            ).id("size")
            checkboxGroup("Days", selection: state.days, options: [("Mon", "mon"), ("Tue", "tue")]) { .day($0, $1) }
                .id("days")
            p { "\(state.size) \(state.days.sorted())" }.id("choices")
        }
    }
#endif
