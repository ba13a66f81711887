import MillraceKit
import MillraceTesting
import Testing

@testable import OrdersCore

@MainActor @Suite("The orders") struct OrdersTests {
    private let id = OrderID(customer: "bob", number: 1)
    private let item = Item("Tea", cents: 450)
    private var charge: Charge { Charge(order: id, cents: 450) }
    private var refund: Refund { Refund(order: id, cents: 450) }

    /// A shop with an order whose charge is in flight.
    private func placed() -> TestStore<Orders> {
        let store = TestStore(Orders.State(), Orders(shippingDelay: .seconds(60)))
        store.send(.place(item, by: "bob")) {
            ($0.customers["bob"], $0.lastNumber) = ([Order(id: id, item: item)], 1)
        }
        return store
    }

    private func become(_ stage: Order.Stage) -> (inout Orders.State) -> Void {
        { $0.customers["bob"]?[0].stage = stage }
    }

    @Test("An order is charged, and shipped after the delay") func life() {
        let store = placed()
        store.complete(charge, with: .charged, become(.paid))
        store.clock.advance(by: .seconds(60))
        store.receive(.ship(id), become(.shipped))
        store.send(.cancel(id))
    }

    @Test("A declined charge is the end") func declined() {
        let store = placed()
        store.complete(charge, with: .declined, become(.declined))
        store.send(.cancel(id))
        store.send(.refund(id))
    }

    @Test("A failed charge is tried again with longer and longer pauses, up to a minute") func retry() {
        let store = placed()
        for pause in [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000] {
            store.fail(charge, with: PaymentFailure("No."))
            #expect(store.pending.isEmpty && store.clock.next == .milliseconds(pause))
            store.clock.advanceToNext()
        }
        store.send(.delayed(id, failures: 9)) { $0.customers["bob"]?[0].failures = 9 }
        store.complete(charge, with: .charged) {
            $0.customers["bob"]?[0].stage = .paid
            $0.customers["bob"]?[0].failures = 0
        }
        store.send(.delayed(id, failures: 10))
        store.send(.refund(id), become(.refunding))
        store.complete(refund, with: (), become(.refunded))
    }

    @Test("A cancellation before shipping refunds a paid order, which is not shipped") func cancelled() {
        let store = placed()
        store.complete(charge, with: .charged, become(.paid))
        store.send(.cancel(id), become(.refunding))
        store.send(.ship(id))
        store.send(.cancel(id))
        store.complete(refund, with: (), become(.refunded))
    }

    @Test("A cancellation during the charge waits for its end", arguments: [ChargeResult.charged, .declined])
    func crossing(_ result: ChargeResult) {
        let store = placed()
        store.send(.cancel(id), become(.cancelling))
        guard result == .charged else { return store.complete(charge, with: result, become(.cancelled)) }
        store.complete(charge, with: result, become(.refunding))
        store.complete(refund, with: (), become(.refunded))
    }

    @Test("A report of the service ends the request, and a second one changes nothing") func reported() {
        let store = placed()
        let charged = Payment(number: 1, kind: .charge, order: "bob/1", cents: 450)
        store.send(.reported(charged), become(.paid))
        #expect(store.pending.isEmpty)
        store.send(.reported(charged))
        store.clock.advance(by: .seconds(60))
        store.receive(.ship(id), become(.shipped))
        store.send(.refund(id), become(.refunding))
        let refunded = Payment(number: 2, kind: .refund, order: "bob/1", cents: 450)
        store.send(.reported(refunded), become(.refunded))
        store.send(.reported(refunded))
        store.send(.reported(charged))
    }

    @Test("The reference of an order names the customer and the number", arguments: ["bob", "a/b", ""])
    func reference(_ customer: String) {
        let id = OrderID(customer: customer, number: 12)
        #expect(OrderID(id.description) == id && OrderID("bob") == nil)
    }
}
