import MillraceKit
import MillraceTesting
import MillraceWeb
import Testing

@testable import OrdersCore
import OrdersViews

@MainActor @Suite("The pages") struct PageTests {
    /// The shop, on an engine of its own.
    private let orders: Store<Orders>
    private let order = Order(id: OrderID(customer: "bob", number: 1), item: Item("Tea", cents: 450))

    init() { orders = Store(Orders.State(), Orders(shippingDelay: .seconds(60)), on: Engine()) }

    private func customerPage(_ account: String?) -> CustomerPage {
        let visitor = Visitor(identity: account.map { Identity($0) })
        return CustomerPage(shop: orders.remote, visitor: visitor, admins: ["ada"])
    }

    @Test("A stranger sees the sign-in, and orders nothing") func stranger() {
        let page = customerPage(nil)
        let store = TestStore(page)
        store.send(.buy(Item.all[0]))
        store.send(.cancel(order.id))
        #expect(page.render(store.state).text.contains("I am new here"))
    }

    @Test("A customer observes only their own orders, and cancels no other one") func customer() {
        let store = TestStore(customerPage("bob"))
        store.send(.buy(Item.all[0]))
        store.answer(buying("Tea", after: 0), with: .end)
        store.answer(RemoteObservation(\.[of: "bob"], of: orders.remote), with: .data([order])) { $0.orders = [order] }
        store.send(.cancel(order.id))
        store.answer(RemoteSend(.cancel(order.id), to: orders.remote), with: .end)
        store.send(.cancel(OrderID(customer: "eve", number: 2)))
        store.answer(RemoteObservation<Orders, [Order]>.self, with: .fail(.closed)) {
            $0.problem = "\(RemoteError.closed)"
        }
    }

    private func buying(_ item: String, after last: Int) -> RemoteSend<Orders> {
        RemoteSend(
            .place(Item(item, cents: 450), by: "bob"), to: orders.remote, id: "bob buys \(item) after \(last)")
    }

    @Test("Clicks on one item have one id until its order appears, so that a double click orders once")
    func doubleClick() {
        let store = TestStore(customerPage("bob"))
        for _ in 0..<2 {
            store.send(.buy(Item.all[0]))
            store.answer(buying("Tea", after: 0), with: .end)
        }
        store.answer(RemoteObservation(\.[of: "bob"], of: orders.remote), with: .data([order])) { $0.orders = [order] }
        store.send(.buy(Item.all[0]))
        store.answer(buying("Tea", after: 1), with: .end)
        store.answer(RemoteObservation<Orders, [Order]>.self, with: .cancel)
    }

    @Test("Only an admin sees the shop's page and its link") func admin() {
        let (bob, ada) = (customerPage("bob"), customerPage("ada"))
        #expect(!bob.render(bob.state(for: ())).text.contains("All orders"))
        #expect(ada.render(ada.state(for: ())).text.contains("All orders"))
        let page = ShopPage(shop: orders.remote, visitor: Visitor(identity: Identity("bob")), admins: ["ada"])
        let store = TestStore(page)
        store.send(.refund(order.id))
        store.send(.retryPayments)
        #expect(!page.isFound(store.state))
    }

    @Test("The shop sees the orders of all customers, and refunds") func shop() {
        let page = ShopPage(shop: orders.remote, visitor: Visitor(identity: Identity("ada")), admins: ["ada"])
        let store = TestStore(page)
        let customers = ["bob": [order]]
        store.answer(RemoteObservation(\.customers, of: orders.remote), with: .data(customers)) {
            $0.customers = customers
        }
        store.send(.refund(order.id))
        store.answer(RemoteSend(.refund(order.id), to: orders.remote), with: .end)
        let retries = Retries(requests: 3, payments: 1)
        store.answer(RemoteObservation(\.retries, of: orders.remote), with: .data(retries)) { $0.retries = retries }
        #expect(store.state.retried == nil)
        store.send(.retryPayments) { $0.requestsBefore = 3 }
        store.answer(RemoteSend(.retryPayments, to: orders.remote), with: .end)
        store.answer(RemoteObservation(\.retries, of: orders.remote), with: .data(Retries(requests: 4, payments: 2))) {
            $0.retries = Retries(requests: 4, payments: 2)
        }
        #expect(store.state.retried == 2)
        store.answer(RemoteObservation<Orders, [String: [Order]]>.self, with: .cancel)
        store.answer(RemoteObservation<Orders, Retries?>.self, with: .cancel)
    }
}
