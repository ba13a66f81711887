import AsyncHTTPClient
package import Foundation
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// A payment service that charges and refunds over HTTP, and reports by HTTP what it has done. On request, it fails, hangs and answers
/// twice.
///
/// | request | answer |
/// |---|---|
/// | `POST /payments` with an `Idempotency-Key` | the entry in the book; 402 for a declined charge, 409 for a refund without a charge |
/// | `GET /payments` | the book |
/// | `GET /payments/7` | the entry 7 |
/// | `POST /faults/recorded/hangs` | requests now hang after the money has moved; `POST /faults/recorded/none` ends that |
package final class PaymentService: Sendable {
    /// The book.
    package let book: PaymentBook
    private let requestedPort: Int
    /// The faults that a request has set.
    private let faults = Mutex<[ServiceFault.Step: ServiceFault]>([:])
    private let fault: @Sendable (ServiceFault.Step, PaymentRequest) async -> ServiceFault?
    private let ports = AsyncStream.makeStream(of: Int.self)

    /// Creates a service. It opens its port when it runs.
    ///
    /// - Parameters:
    ///   - folder: The folder of the book.
    ///   - port: The port. With 0, the system chooses a free one.
    ///   - fault: Called at each step of a request that has no other fault. Defaults to none.
    package init(
        folder: URL, port: Int,
        fault: @escaping @Sendable (ServiceFault.Step, PaymentRequest) async -> ServiceFault? = { _, _ in nil }
    ) throws {
        book = try PaymentBook(folder: folder)
        (requestedPort, self.fault) = (port, fault)
    }

    /// The port. Waits until the service listens. Read it once.
    package var port: Int {
        get async throws {
            for await port in ports.stream { return port }
            throw NotRunning(port: requestedPort)
        }
    }

    private struct NotRunning: Error, CustomStringConvertible {
        let port: Int
        var description: String { "The payment service cannot use the port \(port). Choose another one." }
    }

    /// Answers requests until the task is cancelled.
    package func run() async throws {
        var logger = Logger(label: "payments")
        logger.logLevel = .critical
        let application = Application(
            router: router(), configuration: .init(address: .hostname("127.0.0.1", port: requestedPort)),
            onServerRunning: { [ports] in
                ports.continuation.yield($0.localAddress?.port ?? 0)
                ports.continuation.finish()
            }, logger: logger)
        defer { ports.continuation.finish() }
        try await application.run()
    }

    private func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.post("payments") { [self] request, context in
            guard let key = request.headers[.init("Idempotency-Key")!] else { throw HTTPError(.badRequest) }
            return try await pay(request.decode(as: PaymentRequest.self, context: context), key: key)
        }
        router.get("payments") { [self] _, _ in await book.entries }
        router.get("payments/:number") { [self] _, context in
            let number = try context.parameters.require("number", as: Int.self)
            guard let entry = await book.entry(number: number) else { throw HTTPError(.notFound) }
            return entry
        }
        router.post("faults/:step/:fault") { [self] _, context in
            let (step, fault) = (context.parameters.get("step"), context.parameters.get("fault"))
            guard let step = step.flatMap(ServiceFault.Step.init) else { throw HTTPError(.notFound) }
            faults.withLock { $0[step] = fault.flatMap(ServiceFault.init) }
            return HTTPResponse.Status.noContent
        }
        return router
    }

    private func pay(_ request: PaymentRequest, key: String) async throws -> BookEntry {
        _ = try await perform(.received, request)
        let entry = try await book.pay(request, key: key)
        let isTwice = try await perform(.recorded, request) == .answersTwice
        if let url = request.reportTo {
            Task { for _ in 0..<(isTwice ? 2 : 1) { await report(entry, to: url) } }
        }
        return entry
    }

    /// Does what is wrong at a step, and returns it.
    private func perform(_ step: ServiceFault.Step, _ request: PaymentRequest) async throws -> ServiceFault? {
        let fault = if let fault = faults.withLock({ $0[step] }) { fault } else { await fault(step, request) }
        switch fault {
        case .fails: throw HTTPError(.internalServerError)
        case .hangs: try await Task.sleep(for: .seconds(86_400))
        case .answersTwice, nil: break
        }
        return fault
    }

    /// Reports an entry by its number only: a shop asks the service for the rest, because anybody can send it a report.
    private func report(_ entry: BookEntry, to url: String) async {
        var request = HTTPClientRequest(url: url)
        (request.method, request.headers) = (.POST, ["Content-Type": "application/json"])
        request.body = .bytes(ByteBuffer(string: "{\"number\": \(entry.number)}"))
        // A lost report is no harm: the shop repeats its request until it is answered.
        _ = try? await HTTPClient.shared.execute(request, timeout: .seconds(10))
    }
}
