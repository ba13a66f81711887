import MillraceModules
import Millrace

struct Feed: Module {
    enum Action { case tapped, heard(Profile.Output) }
    enum Transition { case profile }
    static let profile = Navigator.Port<Profile>("profile")

    func state(for requirement: Void) -> Int { 0 }

    func reduce(_ state: inout Int, _ action: Action) -> Flow<Self> {
        .transition(.profile)
    }

    func route(_ transition: Transition) -> Route<Self> {
        .show(Profile())  // refused: missing argument for parameter 'with' in call
    }
}
