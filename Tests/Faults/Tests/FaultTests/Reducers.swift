import MillraceKit
import MillraceWeb

@testable import FaultyLunch

// The tests that the inspector exports are added to this folder. Their reducers have an initializer without arguments.

extension Lunch {
    init() { self.init(admins: ["ada"]) }
}

extension Today {
    @MainActor init() {
        let lunch = Store(Lunch.State(), Lunch(), on: Engine())
        self.init(lunch: lunch.remote, visitor: Visitor(), admins: ["ada"])
    }
}
