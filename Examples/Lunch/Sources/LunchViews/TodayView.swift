package import LunchCore
package import MillraceWeb

extension Today: WebModule {
    /// The content of the form of the sign-in.
    private struct Entry: Decodable {
        let name, password: String
        let isNew: Bool
    }

    /// The content of the form of an order.
    private struct DishEntry: Decodable { let dish: String }

    package func view(_ state: State) -> HTML<Action> {
        header {
            h1 { "Lunch" }
            if let account = state.account {
                p { "Hello \(account)" }
                if isAdmin(state) { link(to: "/admin", send: .admin) { "Admin" }.id("admin") }
                button("Sign out", send: .signOut).id("sign-out")
            }
        }
        p { countdown(state.board) }.id("countdown").role("timer")
        if state.account == nil { entrance(state) } else { order(state) }
        orders(state.board)
        footer {
            link(to: "/orders.csv") { "All orders as CSV" }.id("csv")
        }
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
        if let problem = state.problem { p { problem }.class("problem").role("alert") }
    }

    @HTMLBuilder<Action> private func order(_ state: State) -> HTML<Action> {
        if let order = state.ownOrder {
            p {
                "Your order: \(order.dish) "
                button("Withdraw", send: .withdraw).id("withdraw").disabled(!state.board.isOpen)
            }
        }
        form(decode: DishEntry.self, resetsWhenAccepted: true) {
            .order($0.dish)
        } _: {
            input("dish").id("dish").aria("label", "Dish").placeholder("What do you want to eat?").maxLength(60)
            submitButton("Order").id("order").class("primary").disabled(!state.board.isOpen)
        }.class("row")
    }

    package func title(_ state: State) -> String { "Lunch" }

    package func transition(to path: inout WebPath) -> Transition? { path.take("admin") ? .admin : nil }
}

/// Returns a sentence about the time until no more orders are accepted.
func countdown(_ board: Board) -> String {
    guard let seconds = board.secondsLeft else { return "Orders are open." }
    guard seconds > 0 else { return "Orders are closed." }
    let rest = seconds % 60
    return "Orders close in \(seconds / 60):\(rest < 10 ? "0" : "")\(rest)."
}

/// The table of the orders, and a chart of the dishes.
@HTMLBuilder<Action> private func orders<Action>(_ board: Board) -> HTML<Action> {
    if board.orders.isEmpty {
        p { "There are no orders yet." }.class("soft")
    } else {
        chart(board.dishes)
        table {
            thead {
                tr {
                    th { "Name" }; th { "Dish" }
                }
            }
            tbody {
                each(board.orders) { order in
                    tr {
                        td { order.name }; td { order.dish }
                    }
                }
            }
        }.id("orders")
    }
}

/// A bar for each dish.
private func chart<Action>(_ dishes: [(name: String, count: Int)]) -> HTML<Action> {
    let most = Double(dishes.map(\.count).max() ?? 1)
    let text = dishes.map { "\($0.name): \($0.count)" }.joined(separator: ", ")
    return svg(width: 400, height: Double(dishes.count) * 24, description: "Orders for each dish. \(text)") {
        each(Array(dishes.enumerated()), id: \.element.name) { dish in
            let top = Double(dish.offset) * 24
            rect(x: 150, y: top + 3, width: 210 * Double(dish.element.count) / most, height: 18, cornerRadius: 3)
                .class("bar")
            svgText(x: 145, y: top + 17) { String(dish.element.name.prefix(20)) }.attribute("text-anchor", "end")
            svgText(x: 368, y: top + 17) { "\(dish.element.count)" }
        }
    }.id("chart")
}
