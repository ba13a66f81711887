import MillraceModules
import Millrace

@MainActor func open(_ window: Window) async {
    let navigator = Navigator(root: Settings(), on: Engine())
    await window.keep(navigator)  // refused: sending
}

actor Window {
    private var navigator: Navigator?

    func keep(_ navigator: Navigator) { self.navigator = navigator }
}
