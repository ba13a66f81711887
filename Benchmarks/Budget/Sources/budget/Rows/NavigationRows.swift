import Millrace
import MillraceHistory
import MillraceModules

/// A module that is presented and dismissed, with two actions and two transitions.
@MainActor let navigationRows = [
    Row("present") {
        let window = Window()
        return { window.presentAndDismiss($0) }
    },
    Row("present+middleware+history", count: 200) {
        let window = Window()
        window.engine.middleware = [PassOn()]
        window.engine.history = History(records: 100)
        return { window.presentAndDismiss($0) }
    },
    Row("present.among.100", count: 200) {
        let window = Window(screens: 100)
        return { window.presentAndDismiss($0) }
    },
    Row("present.among.100+observer", count: 200) {
        let window = Window(screens: 100)
        window.navigator.subscribe { keep($0.scenes.count) }
        return { window.presentAndDismiss($0) }
    },
]
