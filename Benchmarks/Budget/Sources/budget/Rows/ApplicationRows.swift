import Millrace
import MillraceHistory

/// An action of a realistic application.
@MainActor let applicationRows = [
    Row("application") {
        let model = AppModel()
        return { model.run($0) }
    },
    Row("application+observers") {
        let model = AppModel()
        model.observe()
        return { model.run($0) }
    },
    Row("application+everything") {
        let model = AppModel()
        model.observe()
        model.engine.middleware = [CountKinds(), Analytics(), Switch()]
        model.engine.history = History(records: 1_000)
        model.run(4_000)
        return { model.run($0) }
    },
]

@MainActor final class AppModel {
    let engine: Engine
    let store: Store<App>
    private var shown = 0

    init() {
        engine = Engine()
        store = Store(App.State(), App(), on: engine)
    }

    /// Observes the content of twenty places on the screen.
    func observe() {
        for _ in 0..<2 {
            store.subscribe(to: \.unreadCount) { self.shown &+= $0 }
            store.subscribe(to: \.editorTitle) { self.shown &+= $0.utf8.count }
            store.subscribe(to: \.selectedSubject) { self.shown &+= $0?.utf8.count ?? 0 }
            store.subscribe(to: \.doneCount) { self.shown &+= $0 }
            store.subscribe(to: \.badgeCount) { self.shown &+= $0 }
            store.subscribe(to: \.greeting) { self.shown &+= $0.utf8.count }
            store.subscribe(to: \.isBeta) { self.shown &+= $0 ? 1 : 0 }
            store.subscribe(to: \.theme) { self.shown &+= $0.utf8.count }
            store.subscribe(to: \.progress) { self.shown &+= $0 }
            store.subscribe(to: \.lastLog) { self.shown &+= $0?.utf8.count ?? 0 }
        }
    }

    /// Sends `count` actions of the script, which repeats after twenty.
    func run(_ count: Int) {
        var next = 0
        for _ in 0..<count {
            store.send(Self.script[next])
            next += 1
            if next == Self.script.count { next = 0 }
        }
    }

    private static let script: [App.Action] = [
        .count, .player(.tick(0.25)), .mail(.select(7)), .mail(.toggleRead(13)), .settings(.fontSize(13)),
        .editor(.type("Once upon a time there was another engine")), .project(7, .toggle(3)), .player(.tick(0.25)),
        .log("something happened here today"), .profile(.rename("Augusta Ada King")),
        .count, .settings(.set("theme", "light")), .mail(.search("engine")), .player(.tick(0.25)),
        .project(11, .rename("Another project name here")),
        .editor(.clean), .mail(.toggleRead(31)), .player(.next), .settings(.set("theme", "dark")),
        .profile(.rename("Ada Lovelace")),
    ]
}
