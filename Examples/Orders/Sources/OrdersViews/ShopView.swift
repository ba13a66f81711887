package import MillraceWeb
package import OrdersCore

extension ShopPage: WebModule {
    package func view(_ state: State) -> HTML<Action> {
        h1 { "All orders" }
        if !isAdmin(state) {
            p { "This page is for the people of the shop." }
        } else if state.customers.isEmpty {
            p { "There are no orders yet." }.class("soft")
        } else {
            table {
                thead {
                    tr {
                        th { "Number" }; th { "Customer" }; th { "Item" }; th { "Price" }.class("price");
                        th { "Stage" }; th {}
                    }
                }
                tbody {
                    each(state.orders) { row($0) }
                }
            }.id("all-orders")
            div {
                button("Try payments again that were set aside", send: .retryPayments).id("retry-payments")
                if let count = state.retried { p { "\(count) payments are tried again." }.role("status") }
            }.class("row")
        }
        if let problem = state.problem { p { problem }.class("problem").role("alert") }
    }

    private func row(_ order: Order) -> HTML<Action> {
        tr {
            td { "\(order.id.number)" }
            td { order.id.customer }
            td { order.item.name }
            td { order.item.cents.asPrice }.class("price")
            td { order.stageText }.class("stage")
            td {
                if order.canBeRefunded {
                    button("Refund", send: .refund(order.id)).id("refund-\(order.id.number)")
                        .aria("label", "Refund order \(order.id.number)")
                }
            }
        }.id("order-\(order.id.number)")
    }

    package func title(_ state: State) -> String { "All orders" }
    package func path(_ state: State) -> String? { "shop" }
    package func isFound(_ state: State) -> Bool { isAdmin(state) }
}
