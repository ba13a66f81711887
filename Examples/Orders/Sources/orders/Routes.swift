import Hummingbird
import MillraceKit
import OrdersCore
import OrdersShop

/// Adds the route at which the payment service reports an entry of its book.
///
/// Anybody can send such a request. So it names only the entry, and the shop asks the service what it contains. A repeat is
/// reduced once.
func addHook(to router: Router<BasicRequestContext>, _ orders: RemoteStore<Orders>, _ payments: PaymentClient) {
    router.post("hooks/payments") { request, context in
        let number = try await request.decode(as: Report.self, context: context).number
        guard let payment = try await payments.payment(number: number) else { throw HTTPError(.notFound) }
        try await orders.send(.reported(payment), id: "payment \(number)").stored()
        return HTTPResponse.Status.noContent
    }
}

private struct Report: Decodable { let number: Int }
