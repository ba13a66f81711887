#if Hummingbird && SQLite || App
    import Foundation
    import TestSupport
    import Testing

    @testable import WebTestSupport

    /// Pages in Chromium whose server is killed. The tests share a browser, so they run one after the other.
    @MainActor @Suite("Restarts in a browser", .serialized, .timeLimit(.minutes(60))) struct RestartBrowserTests {
        /// The number of rounds with random kills. `make soak` has 50.
        private static let rounds =
            ProcessInfo.processInfo.environment["MILLRACE_PAGE_KILLS"].flatMap { Int($0) } ?? 5

        @Test(
            "Pages 3 · killed at random while users type, press, navigate and upload, pages lose nothing that was acknowledged, repeat nothing and mix nothing"
        )
        func kills() async throws {
            try await withFolder { folder in
                let seed =
                    ProcessInfo.processInfo.environment["MILLRACE_PAGE_SEED"].flatMap { UInt64($0) }
                    ?? UInt64.random(in: 0..<1_000_000)
                print("Kills of pages: seed \(seed)")
                var generator = SeededGenerator(seed: seed)
                var server = try await ServerProcess(folder)
                let url = "http://localhost:\(server.port)/"
                let browser = try await Browser.open()
                let drivers = [
                    try await PageDriver.open(browser, url, named: "s", events: false),
                    try await PageDriver.open(browser, url, named: "e", events: true),
                ]
                for round in 0..<Self.rounds {
                    let what = "seed \(seed), round \(round)"
                    do { try await Self.round(what, folder, &server, drivers, &generator) } catch {
                        var traces: [String] = []
                        for driver in drivers { traces.append(try await driver.trace()) }
                        Issue.record(
                            "\(error) \(what): \(drivers.map(\.steps)) \(server.complaints)\n\(traces.joined(separator: "\n\n"))"
                        )
                        throw error
                    }
                }
                await server.kill()
                try await browser.close()
            }
        }

        private static func round(
            _ what: String, _ folder: URL, _ server: inout ServerProcess, _ drivers: [PageDriver],
            _ generator: inout SeededGenerator
        ) async throws {
            try server.killLater(
                after: Int.random(in: 1...60, using: &generator),
                microseconds: Bool.random(using: &generator) ? 0 : Int.random(in: 0..<30_000, using: &generator))
            for driver in drivers { try await driver.begin(&generator) }
            let what = "\(what): \(drivers.map(\.steps))"
            for driver in drivers { try await driver.finish() }
            if generator.chance(oneIn: 3) {
                // Killed while the pages connect again.
                let count = Int.random(in: 1...4, using: &generator)
                try await restart(
                    &server, folder, drivers, kill: (count, Int.random(in: 0..<20_000, using: &generator)))
                await server.waitUntilEnded()
            }
            try await restart(&server, folder, drivers)
            for driver in drivers { try await driver.settle() }
            let pictures = try await PageDriver.pictures(drivers)
            try await restart(&server, folder, drivers)
            for driver in drivers { try await driver.tab.untilLive() }
            let restarted = try await PageDriver.pictures(drivers)
            for (new, old) in zip(restarted, pictures) where new != old {
                let start = zip(new, old).prefix { $0 == $1 }.count - 40
                Issue.record(
                    "\(new.dropFirst(start).prefix(300)) instead of \(old.dropFirst(start).prefix(300)) \(what)")
            }
            for driver in drivers {
                let what = "\(what)\n\(try await driver.trace())"
                try await driver.goBack()
                try await driver.clearFields(what)
                try await driver.state().check(driver, what)
                #expect(try await driver.tab.run("return failures") == [], "\(what)")
            }
        }

        /// Kills the server, and starts it again on the same port.
        private static func restart(
            _ server: inout ServerProcess, _ folder: URL, _ drivers: [PageDriver],
            kill: (count: Int, microseconds: Int)? = nil
        ) async throws {
            await server.kill()
            for driver in drivers { try await driver.untilOffline() }
            #expect(server.complaints.isEmpty, "\(server.complaints)")
            server = try await ServerProcess(folder, port: server.port, kill: kill)
        }
    }
#endif
