import Foundation
import Hummingbird
import MillraceAccounts
import MillraceDurable
import MillraceHummingbird
import MillraceKit
import MillracePages
import MillraceTelemetry
import MillraceWeb
import OrdersCore
import OrdersShop
import OrdersViews
import PaymentService

/// The program: the payment service, the shop and the server.
@main @MainActor struct Program {
    static func main() async {
        do { try await run(Settings()) } catch {
            FileHandle.standardError.write(Data("orders: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ settings: Settings) async throws {
        // Its lock keeps a second program out of the folder, also out of the book of the payment service.
        let storage = try await DurableStorage(sqlite: settings.folder.appending(path: "shop.sqlite").path)
        let service = try settings.makePaymentService()
        let paying = Task { try await service?.run() }
        let url = if let service { "http://127.0.0.1:\(try await service.port)" } else { settings.paymentURL ?? "" }
        write("The payment service is \(url)")

        let payments = PaymentClient(url: url)
        let engine = Engine()
        // A line for each fault and slow turn, and metrics.
        engine.telemetry = Telemetry(engine: "orders")
        let shop = try await Shop(storage, payments, shippingDelay: settings.shippingDelay, on: engine)
        for letter in shop.engine.deadLetters {
            write("Set aside: \(letter.command) \(letter.value). \(letter.reason)")
        }

        let server = try makeServer(settings, storage, shop.orders.remote, payments)
        async let running: Void = server.runUntilSignal()
        let address = "http://127.0.0.1:\(try await server.port)"
        payments.reportTo = address + "/hooks/payments"
        write("The shop is running at \(address). Press Ctrl-C to quit.")
        if let seed = settings.load { try await Load(shop.orders.remote, seed).run { write($0) } }
        try await running

        try await shop.engine.suspend()
        await storage.close()
        paying.cancel()
    }

    /// Creates the server. Each tab has a durable engine on an actor of its own, and reaches the shop by its handle.
    private static func makeServer(
        _ settings: Settings, _ storage: DurableStorage, _ orders: RemoteStore<Orders>, _ payments: PaymentClient
    ) throws -> WebServer {
        var configuration = LivePages.Configuration.orders
        configuration.identities = try SignIns(folder: settings.folder)
        let admins = settings.admins
        return WebServer(
            port: settings.port, configuration,
            sessions: .perTab(durable: storage) { session, durable in
                let (engine, visitor) = (durable.engine, session.visitor)
                engine.forward(Enter.self, to: orders)
                engine.forward(RetryPayments.self, to: orders)
                engine.handle(SignOut.self) { _ in await visitor.signOut() }
                let page = CustomerPage(shop: orders, visitor: visitor, admins: admins)
                return Navigator(root: page, stacked: true, on: engine)
            }, openRoutes: ["/hooks/payments"]
        ) { router, _ in addHook(to: router, orders, payments) }
    }

    private static func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
