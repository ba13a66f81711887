import PaymentService
import Testing

@testable import OrdersCore

/// Compares the book of the payment service with the orders of the shop.
struct Book {
    let entries: [BookEntry]

    init(of service: PaymentService) async { entries = await service.book.entries }

    private func count(_ kind: BookEntry.Kind, _ order: OrderID) -> Int {
        entries.count { $0.kind == kind && $0.order == order.description }
    }

    /// Expects what is also true while payments are in flight: no order was charged or refunded twice, and none was shipped unpaid.
    ///
    /// - Parameter state: Orders that were read before the book.
    func expectNoHarm(
        with state: Orders.State, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for order in Set(entries.compactMap { OrderID($0.order) }) {
            let (charges, refunds) = (count(.charge, order), count(.refund, order))
            #expect(
                charges == 1 && refunds <= 1, "\(order), \(charges) charges, \(refunds) refunds, \(comment)",
                sourceLocation: sourceLocation)
        }
        for order in state.customers.values.joined() where order.stage == .shipped {
            #expect(count(.charge, order.id) == 1, "\(order), \(comment)", sourceLocation: sourceLocation)
        }
    }

    /// Expects that what the orders say has happened. If nothing is in flight, also that nothing else has happened.
    func expectAgreement(
        with state: Orders.State, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for order in state.customers.values.joined() {
            let (charges, refunds) = (count(.charge, order.id), count(.refund, order.id))
            let agrees =
                switch order.stage {
                case .charging, .cancelling: charges <= 1 && refunds == 0
                case .paid, .shipped: charges == 1 && refunds == 0
                case .refunding: charges == 1 && refunds <= 1
                case .refunded: charges == 1 && refunds == 1
                case .declined, .cancelled: charges == 0 && refunds == 0
                }
            #expect(
                agrees, "\(order), \(charges) charges, \(refunds) refunds, \(comment)", sourceLocation: sourceLocation)
        }
        for entry in entries {
            let order = OrderID(entry.order).flatMap { state[$0] }
            #expect(order?.item.cents == entry.cents, "\(entry), \(comment)", sourceLocation: sourceLocation)
        }
    }
}
