import MillraceKit
import OrdersCore

/// Random orders for the tests, which kill the program meanwhile.
struct Load {
    private let orders: RemoteStore<Orders>
    private let seed: UInt64

    init(_ orders: RemoteStore<Orders>, _ seed: UInt64) { (self.orders, self.seed) = (orders, seed) }

    /// Places five orders, and cancels or refunds some of them. Calls `confirm` with each customer whose order is stored, and at
    /// last with `settled`, when nothing is in flight.
    func run(_ confirm: (String) -> Void) async throws {
        // The numbers of a linear congruential generator are good enough here.
        var number = seed
        func roll(_ sides: UInt64) -> UInt64 {
            number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (number >> 33) % sides
        }
        for index in 1...5 {
            let customer = "customer \(seed).\(index)"
            let item = Item.all[Int(roll(UInt64(Item.all.count)))]
            try await orders.send(.place(item, by: customer), id: customer).stored()
            confirm(customer)
            guard roll(2) == 0 else { continue }
            for try await placed in orders.observe(\.[of: customer]) {
                guard let order = placed.first else { continue }
                try await orders.send(roll(2) == 0 ? .cancel(order.id) : .refund(order.id))
                break
            }
        }
        for try await isSettled in orders.observe(\.isSettled) where isSettled { break }
        confirm("settled")
    }
}
