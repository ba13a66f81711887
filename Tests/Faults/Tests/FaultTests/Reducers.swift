import MillraceWeb

@testable import FaultyLunch

// The tests that the inspector exports are added to this folder. Their reducers have an initializer without arguments.

extension Lunch {
    init() { self.init(admins: ["ada"]) }
}

extension Today {
    init() { self.init(visitor: Visitor(), admins: ["ada"]) }
}
