import AsyncHTTPClient
import Foundation
import MillraceDurable
import MillraceKit
import MillraceTesting
import MillraceWeb
import MillraceHummingbird
import NIOCore
import NIOHTTP1
import OrdersShop
import PaymentService
import Testing

@testable import OrdersCore
@testable import orders

@MainActor @Suite("The shop and the payment service") struct ShopTests {
    private let id = OrderID(customer: "bob", number: 1)
    private let tea = Item("Tea", cents: 450)

    private func reach(_ stage: Order.Stage, _ shop: Shop) async {
        for await current in shop.orders.values(of: \.[id]?.stage) where current == stage { return }
    }

    @Test("A timer that passes while the process is down ships the order at the next start, once") func timerWhileDown()
        async throws
    {
        try await TestService.withFolder { folder in
            let (service, storage) = (try await TestService(folder), DurableStorage.memory())
            var (clock, date) = (TestClock(), Date(timeIntervalSince1970: 0))
            @MainActor func open() async throws -> Shop {
                clock = TestClock()
                return try await Shop(
                    storage, service.client, shippingDelay: .seconds(3_600), on: Engine(scheduler: clock), now: { date }
                )
            }
            var shop = try await open()
            shop.orders.send(.place(tea, by: "bob"))
            await reach(.paid, shop)
            try await shop.engine.suspend()

            // Half of the time: the rest is left.
            date += 1_800
            shop = try await open()
            clock.advance(by: .seconds(1_799))
            #expect(shop.orders.state[id]?.stage == .paid)
            try await shop.engine.suspend()

            date += 7_200
            shop = try await open()
            clock.advance(by: .zero)
            #expect(shop.orders.state[id]?.stage == .shipped && clock.waiting == 0)
            try await shop.engine.suspend()
            await Book(of: service.service).expectAgreement(with: shop.orders.state, "after the restarts")
            await service.end()
        }
    }

    @Test("A service that is down for an hour charges once when it is back") func down() async throws {
        try await TestService.withFolder { folder in
            let first = try await TestService(folder)
            await first.end()
            let clock = ObservedClock()
            let shop = try await Shop(
                .memory(), first.client, shippingDelay: .seconds(60), on: Engine(scheduler: clock))
            shop.orders.send(.place(tea, by: "bob"))
            shop.orders.send(.place(tea, by: "bob"))
            shop.orders.send(.cancel(OrderID(customer: "bob", number: 2)))
            for await _ in clock.timers where clock.clock.waiting == 2 {
                if clock.now >= .seconds(3_600) { break }
                clock.clock.advanceToNext()
                clock.clock.advance(by: .zero)
            }
            let attempts = shop.orders.state[id]?.failures ?? 0
            #expect(shop.orders.state[id]?.stage == .charging && (60..<75).contains(attempts))

            let second = try await TestService(folder, port: first.port)
            clock.clock.advance(by: .seconds(60))
            await reach(.paid, shop)
            for await stage in shop.orders.values(of: \.[of: "bob"].last?.stage) where stage == .refunded { break }
            clock.clock.advance(by: .seconds(60))
            await reach(.shipped, shop)
            try await shop.engine.suspend()
            let book = await Book(of: second.service)
            book.expectAgreement(with: shop.orders.state, "after an hour")
            #expect(book.entries.count == 3)
            await second.end()
        }
    }

    @Test(
        "A cancellation that crosses the charge is refunded when the charge has ended",
        arguments: ServiceFault.Step.allCases)
    func crossing(_ step: ServiceFault.Step) async throws {
        try await TestService.withFolder { folder in
            let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
            let (ways, way) = AsyncStream.makeStream(of: Void.self)
            let service = try await TestService(folder) { at, request in
                if at == step, request.kind == .charge {
                    arrival.yield()
                    for await _ in ways { break }
                }
                return nil
            }
            let shop = try await Shop(
                .memory(), service.client, shippingDelay: .seconds(60), on: Engine(scheduler: TestClock()))
            shop.orders.send(.place(tea, by: "bob"))
            for await _ in arrivals { break }
            shop.orders.send(.cancel(id))
            #expect(shop.orders.state[id]?.stage == .cancelling)
            way.yield()
            await reach(.refunded, shop)
            try await shop.engine.suspend()
            let book = await Book(of: service.service)
            book.expectAgreement(with: shop.orders.state, "after the refund")
            #expect(book.entries.map(\.kind) == [.charge, .refund])
            await service.end()
        }
    }

    @Test("A report of the service that arrives twice is reduced once, and a false one is refused") func reports()
        async throws
    {
        try await TestService.withFolder { folder in
            // The answer is lost, but the report arrives.
            let service = try await TestService(folder) { step, _ in step == .recorded ? .fails : nil }
            let (clock, client) = (TestClock(), service.client)
            let shop = try await Shop(.memory(), client, shippingDelay: .seconds(60), on: Engine(scheduler: clock))
            let handle = shop.orders.remote
            let server = WebServer(
                port: 0, sessions: .perTab { _ in throw CancellationError() }, openRoutes: ["/hooks/payments"]
            ) { router, _ in addHook(to: router, handle, client) }
            async let serving: Void = server.run()
            let hook = "http://127.0.0.1:\(try await server.port)/hooks/payments"
            shop.orders.send(.place(tea, by: "bob"))
            for await failures in shop.orders.values(of: \.[id]?.failures) where failures == 1 { break }

            #expect(try await report(2, to: hook) == .notFound)
            #expect(shop.orders.state[id]?.stage == .charging)
            for _ in 0..<2 {
                #expect(try await report(1, to: hook) == .noContent)
                // One timer ships the order. The retry of the charge is cancelled.
                #expect(shop.orders.state[id]?.stage == .paid && clock.waiting == 1)
            }
            await server.shutDown()
            try await serving
            try await shop.engine.suspend()
            await Book(of: service.service).expectAgreement(with: shop.orders.state, "after two reports")
            await service.end()
        }
    }

    private func report(_ number: Int, to url: String) async throws -> HTTPResponseStatus {
        var request = HTTPClientRequest(url: url)
        (request.method, request.headers) = (.POST, ["Content-Type": "application/json"])
        request.body = .bytes(ByteBuffer(string: "{\"number\": \(number)}"))
        return try await HTTPClient.shared.execute(request, timeout: .minutes(10)).status
    }
}
