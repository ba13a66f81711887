import MillraceModules
import Millrace

struct Feed: Module {
    enum Action { case tapped, heard(Profile.Output) }
    enum Transition { case profile }
    static let profile = Navigator.Port<Profile>("profile")

    func state(for requirement: Void) -> Int { 0 }

    func reduce(_ state: inout Int, _ action: Action) -> Flow<Self> {
        .send("reset", to: Self.profile)  // refused: expected argument type 'Profile.Input'
    }

    func route(_ transition: Transition) -> Route<Self> {
        .show(Profile(), with: 3, port: Self.profile, as: Action.heard)
    }
}
