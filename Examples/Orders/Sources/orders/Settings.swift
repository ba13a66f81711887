import Foundation
import MillraceDurable
import PaymentService

/// The settings of the program, which are variables of the environment.
struct Settings {
    /// `DATA`: the folder of the storage. Only the user of the program can read it.
    let folder: URL
    /// `POSTGRES`: the connection string of the database that several nodes share. Otherwise, the storage is a file in the folder.
    let postgres: String?
    /// `LEASE`: the time after which other nodes take the shop from a node that does not answer, in seconds.
    let lease: Duration
    /// `PORT`: the port of the pages.
    let port: UInt16
    /// `ADMINS`: the accounts that may open the shop's page.
    let admins: Set<String>
    /// `SHIP_AFTER`: the time between payment and shipping, in seconds.
    let shippingDelay: Duration
    /// `PAYMENTS`: the URL of a payment service that runs already.
    let paymentURL: String?
    /// `PAYMENTS_PORT`: the port of the payment service that the program starts otherwise.
    let paymentPort: Int
    /// `LOAD`: the seed of random orders, for the tests.
    let load: UInt64?

    init() throws {
        let environment = ProcessInfo.processInfo.environment
        func number<N: LosslessStringConvertible>(_ name: String, _ initial: N) throws -> N {
            guard let text = environment[name] else { return initial }
            guard let number = N(text) else { throw WrongNumber(name: name) }
            return number
        }
        folder = URL(fileURLWithPath: environment["DATA"] ?? "data/orders", isDirectory: true)
        postgres = environment["POSTGRES"]
        lease = .seconds(try number("LEASE", 10.0))
        port = try number("PORT", 8083)
        admins = Set((environment["ADMINS"] ?? "admin").split(separator: ",").map(String.init))
        shippingDelay = .seconds(try number("SHIP_AFTER", 30.0))
        paymentURL = environment["PAYMENTS"]
        paymentPort = try number("PAYMENTS_PORT", 8084)
        load = environment["LOAD"].flatMap { UInt64($0) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
    }

    /// Opens the storage.
    func makeStorage() async throws -> DurableStorage {
        #if PostgreSQL
            if let postgres { return try await DurableStorage(postgres: postgres, lease: lease) }
        #else
            if postgres != nil { throw NeedsTrait() }
        #endif
        return try await DurableStorage(sqlite: folder.appending(path: "shop.sqlite").path)
    }

    /// Creates the payment service, unless one runs already.
    func makePaymentService() throws -> PaymentService? {
        if paymentURL != nil { return nil }
        return try PaymentService(folder: folder.appending(path: "payments"), port: paymentPort)
    }

    private struct NeedsTrait: Error, CustomStringConvertible {
        var description: String { "POSTGRES is set, but the program was built without the trait PostgreSQL." }
    }

    private struct WrongNumber: Error, CustomStringConvertible {
        let name: String
        var description: String { "\(name) must be a number." }
    }
}
