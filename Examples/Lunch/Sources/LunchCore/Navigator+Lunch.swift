package import MillraceKit
package import MillraceWeb

extension Navigator {
    /// Creates the pages of a visitor, on an engine of the current actor.
    ///
    /// - Parameters:
    ///   - lunch: The shared list. Its engine lets visitors in.
    ///   - visitor: The visitor.
    ///   - admins: The accounts that may close, open and clear the list.
    ///   - engine: The engine of the pages.
    package static func pages(
        of lunch: RemoteStore<Lunch>, visitor: Visitor, admins: Set<String>, on engine: Engine
    ) -> Navigator {
        engine.forward(Enter.self, to: lunch)
        engine.handle(SignOut.self) { command in await command.visitor.signOut() }
        return Navigator(root: Today(lunch: lunch, visitor: visitor, admins: admins), stacked: true, on: engine)
    }
}
