#if PostgreSQL && App
    import Logging
    import MillraceDurable
    import MillraceHummingbird
    import MillraceTelemetry

    // The code of the guide “Deployment”.

    func openStorage(_ environment: [String: String]) async throws -> DurableStorage {
        if let database = environment["DATABASE"] { return try await DurableStorage(postgres: database) }
        return try await DurableStorage(sqlite: "\(environment["DATA"] ?? ".")/shop.sqlite")
    }

    func configureProcess(_ configuration: inout LivePages.Configuration) {
        configuration.access = .behindProxy(hostNames: ["shop.example"])
        configuration.trustedProxies = .init(addresses: ["127.0.0.1", "::1"])
    }

    func configureNode(_ configuration: inout LivePages.Configuration) {
        configuration.access = .network(hostNames: ["shop.example"])
        configuration.trustedProxies = .init(addresses: ["10.0.0.10"])
        configuration.drainTime = .seconds(5)
    }

    func watch(_ storage: DurableStorage, _ configuration: inout LivePages.Configuration, _ logger: Logger) {
        configuration.observer = PagesTelemetry()
        storage.onStatus { status in
            logger.log(level: status == .working ? .notice : .error, "\(status)")
        }
    }
#endif
