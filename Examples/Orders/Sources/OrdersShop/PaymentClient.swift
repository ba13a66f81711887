import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
package import OrdersCore
import Synchronization

/// Sends requests to the payment service.
package final class PaymentClient: Sendable {
    private struct Request: Encodable {
        let kind: Payment.Kind
        let order: String
        let cents: Int
        let reportTo: String?
    }

    /// Fails at once if the service is down: the engine tries again.
    private static let http: HTTPClient = {
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    private let url: String
    private let timeout: TimeAmount
    private let reports = Mutex<String?>(nil)

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - url: The URL of the service.
    ///   - timeout: The seconds after which a request has failed. Defaults to 10.
    package init(url: String, timeout: Int64 = 10) { (self.url, self.timeout) = (url, .seconds(timeout)) }

    /// The URL to which the service reports what it has done. `nil` for none.
    package var reportTo: String? {
        get { reports.withLock { $0 } }
        set { reports.withLock { $0 = newValue } }
    }

    /// Charges a customer, once for each key.
    func charge(_ command: Charge, key: String) async throws(PaymentFailure) -> ChargeResult {
        try await pay(.charge, command.order, command.cents, key) == nil ? .declined : .charged
    }

    /// Gives money back to a customer, once for each key.
    func refund(_ command: Refund, key: String) async throws(PaymentFailure) {
        let payment = try await pay(.refund, command.order, command.cents, key)
        if payment == nil { throw PaymentFailure("The payment service has declined the refund.") }
    }

    /// Returns the entry with this number in the book of the service. `nil` if there is none.
    package func payment(number: Int) async throws(PaymentFailure) -> Payment? {
        try await execute(HTTPClientRequest(url: "\(url)/payments/\(number)"), nilFor: .notFound)
    }

    /// Returns the entry of a payment. `nil` if it is declined.
    private func pay(
        _ kind: Payment.Kind, _ order: OrderID, _ cents: Int, _ key: String
    ) async throws(PaymentFailure) -> Payment? {
        var request = HTTPClientRequest(url: url + "/payments")
        (request.method, request.headers) = (.POST, ["Content-Type": "application/json", "Idempotency-Key": key])
        let content = Request(kind: kind, order: order.description, cents: cents, reportTo: reportTo)
        do { request.body = .bytes(try JSONEncoder().encode(content)) } catch { throw PaymentFailure("\(error)") }
        return try await execute(request, nilFor: .paymentRequired)
    }

    /// Returns the entry in the answer to a request. `nil` for a status that says that there is none.
    @concurrent private func execute(
        _ request: HTTPClientRequest, nilFor none: HTTPResponseStatus
    ) async throws(PaymentFailure) -> Payment? {
        do {
            let response = try await Self.http.execute(request, timeout: timeout)
            if response.status == none { return nil }
            guard response.status == .ok else {
                throw PaymentFailure("The payment service has answered with the status \(response.status.code).")
            }
            let body = try await response.body.collect(upTo: 65_536)
            return try JSONDecoder().decode(Payment.self, from: Data(body.readableBytesView))
        } catch let failure as PaymentFailure { throw failure } catch {
            throw PaymentFailure("The payment service does not answer: \(error)")
        }
    }
}
