#if Hummingbird && SQLite || App
    import Foundation
    import Logging
    import MillraceDurable
    import MillraceHummingbird
    import MillraceKit
    import MillracePages
    import MillraceWeb

    // A server of notebooks for the tests of restarts. It prints "port" and its port when it listens, and nothing on the standard error while
    // all is well. It ends with its standard input.

    let settings = Settings(ProcessInfo.processInfo.environment)
    let killer = Killer()
    if let kill = settings.kill { killer.set(kill) }

    do {
        let storage = try await DurableStorage(
            sqlite: settings.file, migrations: settings.build == .b ? Notebook.migrations : [],
            waitingFor: .seconds(10))
        var configuration = LivePages.Configuration()
        configuration.logger = Logger(label: "pages") { StreamLogHandler.standardError(label: $0) }
        configuration.logger.logLevel = .warning
        configuration.limits.transferTimeout = .seconds(600)
        configuration.limits.sessions = 400
        configuration.observer = killer
        let server = WebServer(
            port: settings.port, configuration,
            sessions: .perTab(durable: storage) { session, engine in
                engine.handle(Look.self) { command, _ in
                    killer.reach()
                    if settings.holdsAnswers { try await Task.sleep(for: .seconds(3_600)) }
                    return "answer to \(command.text)"
                }
                engine.engine.handle(Keep.self) { (command: Keep) async throws -> Int in
                    var count = 0
                    for try await chunk in command.file.chunks {
                        killer.reach()
                        count += chunk.count
                    }
                    return count
                }
                return Navigator(root: Notebook(build: settings.build, killer), stacked: true, on: engine.engine)
            })
        async let running: Void = server.runUntilSignal()
        Thread.detachNewThread { killer.readLines() }
        killer.write("port \(try await server.port)")
        try await running
    } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        exit(1)
    }
#endif
