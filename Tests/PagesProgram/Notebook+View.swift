#if Hummingbird && SQLite || App
    import Foundation
    import MillraceKit
    import MillraceWeb

    extension Notebook: WebModule {
        func title(_ state: State) -> String { "Notebook" }

        func view(_ state: State) -> HTML<Action> {
            h1 { "Notebook" }
            if build == .b { h2 { state.title ?? "No title" }.id("title") }
            textField("Text", value: state.text, send: Action.typed).id("text")
            button("Add", send: .add)
            button("Look", send: .look)
            button("Options", send: .options)
            if build == .a { button("Attic", send: .attic) }
            button("Ask", send: .ask)
            button("Count", send: .count)
            button("Sync", send: .sync)
            p { "\(state.countdown)" }.id("countdown")
            ul { each(state.asked, id: \.self) { text in li { "Looking for \(text)" } } }.id("asked")
            ul { each(state.entries) { row($0) } }.id("entries")
            form(decode: Draft.self, resetsWhenAccepted: true, send: Action.submitted) {
                label {
                    "Title"
                    input("title").id("draft-title")
                }
                label {
                    "Body"
                    inputArea("body").id("draft-body")
                }
                submitButton("Submit")
            }
            fileField("File", limit: 10_000_000, send: Action.chosen).id("file")
            dialog(isOpen: state.isAsking, label: "Question", cancel: .decline) {
                p { "Do you agree?" }
                button("Agree", send: .agree)
                button("Decline", send: .decline)
            }
            ul { each(1...100, id: \.self) { number in li { "Line \(number)" } } }
            pre { json(state) }.id("state")
        }

        private func row(_ entry: Entry) -> HTML<Action> {
            li {
                span { "\(entry.text) \(entry.stars)" }
                textField("Comment", value: entry.comment, send: { Action.comment(entry.id, $0) })
                button("Star \(entry.text)", send: .star(entry.id))
                button("Open \(entry.text)", send: .open(entry.id))
                button("Remove \(entry.text)", send: .remove(entry.id))
            }
        }

        /// The state as JSON, for the tests.
        private func json(_ state: State) -> String {
            var shown = state
            shown.countdown = 0
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: (try? encoder.encode(shown)) ?? Data(), as: UTF8.self)
        }
    }
#endif
