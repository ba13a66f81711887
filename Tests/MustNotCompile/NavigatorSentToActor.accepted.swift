import MillraceModules
import Millrace

actor Window {
    private var navigator: Navigator?

    func open(on engine: Engine) { navigator = Navigator(root: Settings(), on: engine) }
}
