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
        let (status, body) = try await post(.charge, command.order, command.cents, key)
        if status == .paymentRequired { return .declined }
        return try check(status, body, .charge, command.order, command.cents, .charged)
    }

    /// Gives money back to a customer, once for each key.
    func refund(_ command: Refund, key: String) async throws(PaymentFailure) {
        let (status, body) = try await post(.refund, command.order, command.cents, key)
        try check(status, body, .refund, command.order, command.cents, ())
    }

    /// Returns the entry with this number in the book of the service. `nil` if there is none.
    package func payment(number: Int) async throws(PaymentFailure) -> Payment? {
        let (status, body) = try await execute(HTTPClientRequest(url: "\(url)/payments/\(number)"))
        if status == .notFound { return nil }
        guard status == .ok, let payment = try? JSONDecoder().decode(Payment.self, from: body) else {
            throw PaymentFailure("The payment service has answered with the status \(status.code).")
        }
        return payment
    }

    private func post(
        _ kind: Payment.Kind, _ order: OrderID, _ cents: Int, _ key: String
    ) async throws(PaymentFailure) -> (HTTPResponseStatus, Data) {
        var request = HTTPClientRequest(url: url + "/payments")
        request.method = .POST
        request.headers = ["Content-Type": "application/json", "Idempotency-Key": key]
        let content = Request(kind: kind, order: order.description, cents: cents, reportTo: reportTo)
        do { request.body = .bytes(try JSONEncoder().encode(content)) } catch { throw PaymentFailure("\(error)") }
        return try await execute(request)
    }

    /// Returns `result` if the answer says that this money has moved.
    @discardableResult
    private func check<Result>(
        _ status: HTTPResponseStatus, _ body: Data, _ kind: Payment.Kind, _ order: OrderID, _ cents: Int,
        _ result: Result
    ) throws(PaymentFailure) -> Result {
        guard status == .ok, let payment = try? JSONDecoder().decode(Payment.self, from: body),
            payment.kind == kind, payment.order == order.description, payment.cents == cents
        else { throw PaymentFailure("The payment service has answered with the status \(status.code).") }
        return result
    }

    @concurrent private func execute(
        _ request: HTTPClientRequest
    ) async throws(PaymentFailure) -> (HTTPResponseStatus, Data) {
        do {
            let response = try await Self.http.execute(request, timeout: timeout)
            let body = try await response.body.collect(upTo: 65_536)
            return (response.status, Data(body.readableBytesView))
        } catch { throw PaymentFailure("The payment service does not answer: \(error)") }
    }
}
