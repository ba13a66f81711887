#if Hummingbird || App
    import Crypto
    import Foundation
    import Hummingbird
    import MillraceHummingbird
    import MillraceKit
    import MillraceTelemetry
    import MillraceWeb

    // The recipes of routes beside the pages, in the guide Recipes. They are compiled as in an application, without the settings of this
    // package.

    struct Order: Codable, Identifiable, Sendable {
        let id: Int
        let dish: String
        var isPaid = false
    }

    struct Orders: Reducer {
        enum Action { case paid(Int) }

        func reduce(_ orders: inout [Order], _ action: Action) -> Flow<Self> {
            switch action {
            case .paid(let id): for index in orders.indices where orders[index].id == id { orders[index].isPaid = true }
            }
            return .none
        }
    }

    @MainActor final class Restaurant {
        private let orders: Store<Orders>

        init(_ orders: Store<Orders>) { self.orders = orders }

        var all: [Order] { orders.state }

        /// Returns after the turn.
        func pay(_ id: Int) async throws { try await orders.send(.paid(id)).finished() }
    }

    func addDownload(of restaurant: Restaurant, to router: Router<BasicRequestContext>) {
        router.get("orders.csv") { _, _ in
            let orders = await restaurant.all
            let body = ResponseBody { writer in
                for order in orders {
                    try await writer.write(ByteBuffer(string: csvLine(["\(order.id)", order.dish])))
                }
                try await writer.finish(nil)
            }
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/csv; charset=utf-8", .contentDisposition: "attachment; filename=orders.csv",
                ], body: body)
        }
    }

    /// A field that a spreadsheet would take for a formula begins with an apostrophe.
    func csvLine(_ fields: [String]) -> String {
        fields.map { field in
            let text = "=+-@\t\r".contains(field.first ?? " ") ? "'" + field : field
            return "\"" + text.replacing("\"", with: "\"\"") + "\""
        }.joined(separator: ",") + "\r\n"
    }

    func addAccountDownload(of restaurant: Restaurant, _ pages: LivePages, to router: Router<BasicRequestContext>) {
        router.get("orders.txt") { request, _ in
            guard pages.identity(of: request)?.account == "admin" else { throw HTTPError(.unauthorized) }
            return await restaurant.all.map(\.dish).joined(separator: "\n")
        }
    }

    func addList(of restaurant: Restaurant, to router: Router<BasicRequestContext>) {
        router.get("orders.json") { _, _ in await restaurant.all }
    }

    struct Payment: Codable { let order: Int }

    func addWebhook(of restaurant: Restaurant, key: SymmetricKey, to router: Router<BasicRequestContext>) {
        router.post("hooks/payment") { request, _ in
            let body = Data(try await request.body.collect(upTo: 65_536).readableBytesView)
            let code = request.headers[.init("X-Signature")!].flatMap { Data(base64Encoded: $0) } ?? Data()
            guard HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: body, using: key) else {
                throw HTTPError(.unauthorized)
            }
            guard let payment = try? JSONDecoder().decode(Payment.self, from: body) else {
                throw HTTPError(.badRequest)
            }
            try await restaurant.pay(payment.order)
            return HTTPResponse.Status.noContent
        }
    }

    func files(in folder: URL, types: [String: String]) throws -> [WebFile] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).compactMap { file in
            guard let type = types[file.pathExtension] else { return nil }
            return WebFile("/\(file.lastPathComponent)", type: type, bytes: Array(try Data(contentsOf: file)))
        }
    }

    func chart<Action>(_ counts: [(name: String, count: Int)]) -> HTML<Action> {
        let most = Double(counts.map(\.count).max() ?? 1)
        let text = counts.map { "\($0.name): \($0.count)" }.joined(separator: ", ")
        return svg(width: 400, height: Double(counts.count) * 24, description: text) {
            each(Array(counts.enumerated()), id: \.element.name) { bar in
                let top = Double(bar.offset) * 24
                rect(x: 150, y: top + 3, width: 210 * Double(bar.element.count) / most, height: 18)
                svgText(x: 145, y: top + 17) { bar.element.name }.attribute("text-anchor", "end")
                svgText(x: 368, y: top + 17) { "\(bar.element.count)" }
            }
        }
    }

    func addMetrics(_ metrics: TextMetrics, to router: Router<BasicRequestContext>) {
        router.get("metrics") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4"],
                body: .init(byteBuffer: ByteBuffer(string: metrics.text)))
        }
    }

    /// Runs the routes on a free port while `body` runs. For the tests.
    @MainActor public func runRoutes(
        key: SymmetricKey, files folder: URL, _ body: @escaping @Sendable (_ port: UInt16) async throws -> Void
    ) async throws {
        let (engine, metrics) = (Engine(), TextMetrics())
        engine.telemetry = Telemetry(engine: "restaurant", factory: metrics, tracer: nil)
        let orders = Store([Order(id: 1, dish: "=Soup \"hot\""), Order(id: 2, dish: "Pie")], Orders(), on: engine)
        let restaurant = Restaurant(orders)
        var configuration = LivePages.Configuration()
        configuration.observer = PagesTelemetry(factory: metrics, tracer: nil)
        configuration.files = try files(in: folder, types: ["css": "text/css; charset=utf-8", "svg": "image/svg+xml"])
        let server = WebServer(
            port: 0, configuration,
            sessions: .perTabOnMain { _ in Navigator(root: Visits(), stacked: true, on: engine) },
            openRoutes: ["/hooks/payment"]
        ) { router, pages in
            addDownload(of: restaurant, to: router)
            addList(of: restaurant, to: router)
            addWebhook(of: restaurant, key: key, to: router)
            addMetrics(metrics, to: router)
            addAccountDownload(of: restaurant, pages, to: router)
        }
        let running = Task { try await server.run() }
        defer { running.cancel() }
        try await body(try await server.port)
        running.cancel()
        try await running.value
    }

    /// The chart as HTML. For the tests.
    @MainActor public var chartText: String {
        ChartPage().render(.init()).text
    }

    private struct ChartPage: Module, WebModule {
        struct State {}
        enum Action {}

        func state(for _: Void) -> State { State() }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {}
        func view(_ state: State) -> HTML<Action> { chart([("Soup", 2), ("Pie", 1)]) }
    }
#endif
