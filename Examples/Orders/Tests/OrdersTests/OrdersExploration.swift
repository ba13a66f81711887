import MillraceKit
import MillraceTesting
import Testing

@testable import OrdersCore

@MainActor @Suite("Every order of events") struct OrdersExploration {
    @Test("After a kill at any step, an order is charged by one command, and is shipped only if it is paid")
    func restarts() async throws {
        let id = OrderID(customer: "bob", number: 1)
        let charged = Payment(number: 1, kind: .charge, order: "bob/1", cents: 450)
        try await Explorer(Orders.State(), Orders(shippingDelay: .seconds(60)))
            .actions { state -> [Orders.Action] in
                guard let order = state[id] else { return [.place(Item("Tea", cents: 450), by: "bob")] }
                switch order.stage {
                case .charging: return [.cancel(id)]
                // The service has done it, and reports it late.
                case .paid: return [.cancel(id), .reported(charged)]
                case .refunding: return [.reported(charged)]
                case .shipped: return [.refund(id)]
                case .declined, .cancelling, .cancelled, .refunded: return []
                }
            }
            .outcomes(of: Charge.self) { _ in [.complete(.charged), .complete(.declined)] }
            .outcomes(of: Refund.self) { _ in [.complete(())] }
            .always("one command for each payment") {
                $0.pending(Charge.self).count + $0.pending(Refund.self).count <= 1
            }
            .everyStep("only a paid order is shipped") { before, _, after in
                let stages: (Order.Stage?, Order.Stage?) = (before.state[id]?.stage, after.state[id]?.stage)
                return stages.1 != .shipped || stages.0 == .shipped || stages.0 == .paid
            }
            .eventually("a settled order", from: { $0.state[id] != nil }) { $0.state.isSettled }
            .sometimes("a refund") { $0.state[id]?.stage == .refunded }
            .checkRestarts()
    }
}
