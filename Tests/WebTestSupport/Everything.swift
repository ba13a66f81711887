#if DEBUG
    import Millrace
    import MillraceModules
    import MillraceWeb

    /// A page with each kind of element, and texts that a parser of HTML could change.
    struct Everything: Module {
        struct State {}
        enum Action { case none }

        func state(for _: Void) -> State { State() }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> { .none }
    }

    extension Everything: WebModule {
        func view(_ state: State) -> HTML<Action> {
            headings
            texts
            fields
            controls
            table {
                caption { "Table" }
                thead { tr { for column in 1...12 { th { "Column \(column)" } } } }
                for row in 1...3 { tr { for column in 1...12 { td { "\(row * column)" } } } }
            }
            svg(width: 10, height: 10) {
                g { circle(x: 1, y: 1, radius: 1).onPointer(.down) { _ in .none } }
                svgTitle("Title")
                polygon([PagePoint(x: 0, y: 0), PagePoint(x: 1, y: 0), PagePoint(x: 0, y: 1)])
            }
            dialog(isOpen: true, label: "Question", cancel: Action.none) { button("Answer", send: .none) }
            details {
                summary { "More" }
                p { "Text" }
            }
        }

        private var headings: HTML<Action> {
            HTML {
                h1 { "Everything" }
                nav { for page in 1...9 { link(to: "/\(page)", send: .none) { "Page \(page)" } } }
                h2 { "Second" }
                h3 { "Third" }
                h4 { "Fourth" }
            }
        }

        private var texts: HTML<Action> {
            HTML {
                p {
                    String(repeating: "long", count: 40); " "; small { "small" }; mark { "marked" }; strong { "strong" }
                }
                ul {
                    li { "One" }; li { "Two" }
                }
                ol { li { "One" } }
                dl {
                    dt { "Term" }; dd { "Definition" }
                }
                figure { figcaption { "Caption" } }
                pre { String(repeating: "wide ", count: 40) }
                hr()
                p {
                    "plain"; ""; "joined"; em { "é é 👩‍👧 한" }; "<&>\"'"
                }
                pre { "\n\n  first\n" }
                p { "a\r\nb\rc\u{A0}\u{FEFF}\t " }
                blockquote {
                    code { "  " }; kbd { "\n" }
                }
                br()
            }
        }

        private var controls: HTML<Action> {
            HTML {
                button("Secondary", send: .none)
                button("Primary", send: .none).class("primary")
                button("Disabled", send: .none).disabled()
                textField("Invalid", value: "text") { _ in .none }.aria("invalid", true)
                textField("Disabled", value: "text") { _ in .none }.disabled()
                textField("Empty", value: "") { _ in .none }.placeholder("placeholder")
                slider("Slider", value: 3, in: 0...10) { _ in .none }
                numberField("Number", value: 3) { _ in .none }
                dateField("Date", value: nil) { _ in .none }
                progress(0.5, label: "Progress")
                output { "output" }
                dismissButton("Dismiss")
            }
        }

        private var fields: HTML<Action> {
            HTML {
                label {
                    "Label"; textField("A", value: "a\"<>") { _ in .none }
                }
                textArea("B", value: "\nb<c>") { _ in .none }
                toggle("C", isOn: true) { _ in .none }
                picker("D", selection: 2, options: [("one", 1), ("two", 2)]) { _ in .none }
                radioGroup("E", selection: 2, options: [("one", 1), ("two", 2)]) { _ in .none }
                checkboxGroup("F", selection: [2], options: [("one", 1), ("two", 2)]) { _, _ in .none }
                form(decode: [String: String].self, send: { _ in .none }) {
                    input("x", value: "y")
                    hiddenInput("z", value: "1")
                    choice("w", options: [("one", "1")])
                    fieldset {
                        legend { "Legend" };
                        label {
                            checkbox("q"); "Choice"
                        }
                    }
                    submitButton("Send")
                }
                link(to: "/x", send: .none) { "Link" }
                image("/x.png", description: "Image")
            }
        }
    }
#endif
