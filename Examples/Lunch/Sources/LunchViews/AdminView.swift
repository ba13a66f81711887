package import LunchCore
package import MillraceWeb

extension Admin: WebModule {
    package func view(_ state: State) -> HTML<Action> {
        h1 { "Admin" }
        if !isAdmin(state) {
            p { "This page is for admins." }
        } else {
            p { countdown(state.board) }.id("countdown").role("timer")
            div {
                button("Close in 15 minutes", send: .close(inMinutes: 15)).id("close-later")
                button("Close now", send: .close(inMinutes: 0)).id("close")
                button("Open", send: .open).id("open")
                button("Remove all orders", send: .clear).id("clear")
            }.class("row")
        }
    }

    package func title(_ state: State) -> String { "Admin" }
    package func path(_ state: State) -> String? { "admin" }
    package func isFound(_ state: State) -> Bool { isAdmin(state) }
}
