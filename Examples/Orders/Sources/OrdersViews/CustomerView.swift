package import MillraceWeb
package import OrdersCore

extension CustomerPage: WebModule {
    /// The content of the form of the sign-in.
    private struct Entry: Decodable {
        let name, password: String
        let isNew: Bool
    }

    package func view(_ state: State) -> HTML<Action> {
        header {
            h1 { "Shop" }
            if let account = state.account {
                p { "Hello \(account)" }
                if isAdmin(state) { link(to: "/shop", send: .openShop) { "All orders" }.id("shop") }
                button("Sign out", send: .signOut).id("sign-out")
            }
        }
        if state.account == nil { entrance(state) } else { goods(state) }
        if let problem = state.problem { p { problem }.class("problem").role("alert") }
    }

    @HTMLBuilder<Action> private func entrance(_ state: State) -> HTML<Action> {
        form(decode: Entry.self) {
            .enter(name: $0.name, password: Password($0.password), isNew: $0.isNew)
        } _: {
            label {
                span { "Name" }
                input("name").id("name").autocomplete("username").required().maxLength(40)
            }
            label {
                span { "Password" }
                input("password", kind: .password).id("password").autocomplete("current-password").required()
                    .maxLength(200)
            }
            label {
                checkbox("isNew").id("new")
                " I am new here"
            }
            submitButton(state.isEntering ? "Checking…" : "Enter").id("enter").class("primary")
                .disabled(state.isEntering)
        }.id("entrance")
    }

    @HTMLBuilder<Action> private func goods(_ state: State) -> HTML<Action> {
        ul {
            each(Item.all) { item in
                li {
                    strong { item.name }
                    span { item.cents.asPrice }
                    button("Buy", send: .buy(item)).aria("label", "Buy \(item.name)").id("buy-\(item.name)")
                }
            }
        }.id("items")
        h2 { "Your orders" }
        if state.orders.isEmpty {
            p { "There are no orders yet." }.class("soft")
        } else {
            table {
                tbody {
                    each(state.orders.reversed()) { row($0) }
                }
            }.id("orders")
        }
    }

    private func row(_ order: Order) -> HTML<Action> {
        tr {
            td { "\(order.id.number)" }
            td { order.item.name }
            td { order.item.cents.asPrice }.class("price")
            td { order.stageText }.class("stage")
            td {
                if order.canBeCancelled {
                    button("Cancel", send: .cancel(order.id)).id("cancel-\(order.id.number)")
                        .aria("label", "Cancel order \(order.id.number)")
                }
            }
        }.id("order-\(order.id.number)")
    }

    package func title(_ state: State) -> String { "Shop" }

    package func transition(to path: inout WebPath) -> Transition? { path.take("shop") ? .shop : nil }
}
