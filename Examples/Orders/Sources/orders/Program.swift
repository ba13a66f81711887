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
        do {
            let settings = try Settings()
            if CommandLine.arguments.dropFirst() == ["payments"] {
                try await runPaymentService(settings)
            } else {
                try await run(settings)
            }
        } catch {
            FileHandle.standardError.write(Data("orders: \(error)\n".utf8))
            exit(1)
        }
    }

    /// Runs only the payment service, until the process is ended. Several nodes share it.
    private static func runPaymentService(_ settings: Settings) async throws {
        let service = try PaymentService(
            folder: settings.folder.appending(path: "payments"), port: settings.paymentPort)
        async let running: Void = service.run()
        write("The payment service is http://127.0.0.1:\(try await service.port)")
        try await running
    }

    private static func run(_ settings: Settings) async throws {
        // The lock of a file keeps a second program out of the folder, also out of the book of the payment service.
        let storage = try await settings.makeStorage()
        let service = try settings.makePaymentService()
        let paying = Task { try await service?.run() }
        let url = if let service { "http://127.0.0.1:\(try await service.port)" } else { settings.paymentURL ?? "" }
        write("The payment service is \(url)")

        let payments = PaymentClient(url: url)
        let server = try await makeServer(settings, storage, payments)
        let (openings, opening) = AsyncStream.makeStream(of: Void.self)
        let shop = Task {
            defer { opening.finish() }
            do {
                try await host(settings, storage, payments) { opening.finish() }
            } catch {
                await server.shutDown()
                throw error
            }
        }
        // On several nodes, another one may have the shop.
        if settings.postgres == nil { for await _ in openings {} }
        var failure: (any Error)?
        do { try await serve(server, settings, storage, payments) } catch { failure = error }

        shop.cancel()
        // If this fails too, it is the reason.
        try await shop.value
        if let failure { throw failure }
        await storage.close()
        paying.cancel()
    }

    /// Runs the server until a signal.
    private static func serve(
        _ server: WebServer, _ settings: Settings, _ storage: DurableStorage, _ payments: PaymentClient
    ) async throws {
        async let running: Void = server.runUntilSignal()
        let address = "http://127.0.0.1:\(try await server.port)"
        payments.reportTo = address + "/hooks/payments"
        write("The shop is running at \(address). Press Ctrl-C to quit.")
        if let seed = settings.load { try await Load(storage.orders, seed).run { write($0) } }
        try await running
    }

    /// Runs the shop, on one node at a time.
    ///
    /// - Parameter opened: Called each time that this node has got the shop.
    private static func host(
        _ settings: Settings, _ storage: DurableStorage, _ payments: PaymentClient, opened: () -> Void
    ) async throws {
        try await storage.host(Shop.name) { engine in
            // A line for each fault and slow turn, and metrics.
            engine.engine.telemetry = Telemetry(engine: "orders")
            _ = try Shop(engine, payments, shippingDelay: settings.shippingDelay)
            try await engine.resume()
            for letter in engine.deadLetters {
                write("Set aside: \(letter.command) \(letter.value). \(letter.reason)")
            }
            if settings.postgres != nil { write("The shop is open on this node.") }
            opened()
        }
    }

    /// Creates the server. Each tab has a durable engine on an actor of its own, and reaches the shop by its handle.
    private static func makeServer(
        _ settings: Settings, _ storage: DurableStorage, _ payments: PaymentClient
    ) async throws -> WebServer {
        var configuration = LivePages.Configuration.orders
        configuration.identities =
            settings.postgres == nil ? try SignIns(folder: settings.folder) : try await SignIns(durable: storage)
        let (admins, orders, entrance) = (settings.admins, storage.orders, Entrance(storage.accounts))
        return WebServer(
            port: settings.port, configuration,
            sessions: .perTab(durable: storage) { session, durable in
                let (engine, visitor) = (durable.engine, session.visitor)
                engine.handle(Enter.self) { command async throws(EntranceFailure) in
                    try await entrance.enter(command)
                    return command.name
                }
                engine.handle(SignOut.self) { _ in await visitor.signOut() }
                let page = CustomerPage(shop: orders, visitor: visitor, admins: admins)
                return Navigator(root: page, stacked: true, on: engine)
            }, openRoutes: ["/hooks/payments"]
        ) { router, _ in addHook(to: router, orders, payments) }
    }

    private static func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
