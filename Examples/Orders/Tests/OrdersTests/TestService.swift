import Foundation
import OrdersShop
import PaymentService

/// A payment service that runs in the test, with a book of its own.
struct TestService {
    let service: PaymentService
    let port: Int
    private let running: Task<Void, any Error>

    init(
        _ folder: URL, port: Int = 0,
        fault: @escaping @Sendable (ServiceFault.Step, PaymentRequest) async -> ServiceFault? = { _, _ in nil }
    ) async throws {
        let service = try PaymentService(folder: folder, port: port, fault: fault)
        running = Task { try await service.run() }
        (self.service, self.port) = (service, try await service.port)
    }

    var url: String { "http://127.0.0.1:\(port)" }
    var client: PaymentClient { PaymentClient(url: url) }

    /// Returns when the port is closed.
    func end() async {
        running.cancel()
        _ = await running.result
    }

    /// Runs a test with a folder that is removed at the end.
    static func withFolder(_ body: @MainActor (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "orders-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }
}
