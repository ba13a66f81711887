#if PostgreSQL && App
    import Foundation
    import Logging
    import MachineSupport
    import MillraceDurable
    import MillraceHummingbird
    import MillraceKit
    import MillracePages
    import MillraceWeb

    // A node for the tests of several machines: it hosts ledgers, and serves pages. It prints "port" and its port when it listens, and
    // "stopping" before it stops within a transaction, after SIGUSR1. It ends with its standard input.

    let settings = NodeSettings(ProcessInfo.processInfo.environment)
    let stopper = Stopper()
    let signals = stopper.signals()
    Thread.detachNewThread { stopper.endWithInput() }

    do {
        let backend = try await settings.open(stopper)
        let storage = try await DurableStorage(backend, migrations: [])
        var configuration = LivePages.Configuration()
        configuration.logger = Logger(label: "node") { StreamLogHandler.standardError(label: $0) }
        configuration.logger.logLevel = .warning
        let routes = LedgerRoutes(storage, settings.ledgers)
        let server = WebServer(
            port: settings.port, configuration,
            sessions: .perTab(durable: storage) { _, engine in Navigator(root: Presses(), on: engine.engine) }
        ) { router, _ in routes.add(to: router) }
        var openings = 0
        let hosts = settings.ledgers.map { name in
            Task {
                do {
                    try await storage.host(name) { engine in
                        openings += 1
                        _ = try engine.ledger(owner: "\(settings.name) \(openings)")
                    }
                } catch {
                    FileHandle.standardError.write(Data("\(name): \(error)\n".utf8))
                    exit(1)
                }
            }
        }
        async let running: Void = server.runUntilSignal()
        stopper.write("port \(try await server.port)")
        try await running
        for host in hosts { host.cancel() }
        for host in hosts { await host.value }
        await storage.close()
    } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        exit(1)
    }
#endif
