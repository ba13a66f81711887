#if PostgreSQL && App
    import Foundation
    import GuideBlocks
    import Logging
    import MillraceDurable
    import MillraceHummingbird
    import MillraceKit
    import PostgresTestSupport
    import TestSupport
    import Testing

    /// Runs the code and the scripts of the guide “Deployment”. `Scripts/check-deployment` checks its other files.
    @MainActor @Suite("Guides · Deployment") struct DeploymentTests {
        private struct Orders: Reducer {
            struct State: Codable, Equatable { var numbers: [Int] = [] }
            enum Action: Codable { case place(Int) }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Orders> {
                switch action {
                case .place(let number): state.numbers.append(number)
                }
                return .none
            }
        }

        @Test("Guides · each code block of “Deployment” is compiled and run") func blocks() async throws {
            let guide = try Guide(at: "Sources/MillraceHummingbird/MillraceHummingbird.docc/Deployment.md")
            #expect(guide.blocks.count == 4)
            #expect(try guide.strays(in: "Tests/PostgresTests/GuideDeployment.swift") == [])
            var configuration = LivePages.Configuration()
            configureProcess(&configuration)
            #expect(configuration.access == .behindProxy(hostNames: ["shop.example"]))
            configureNode(&configuration)
            #expect(configuration.access == .network(hostNames: ["shop.example"]))
            watch(.memory(), &configuration, Logger(label: "test"))
        }

        /// Opens the shop of a storage, and passes its store to `body`.
        private func withOrders(_ storage: DurableStorage, _ body: (Store<Orders>) async throws -> Void) async throws {
            let engine = try await storage.engine("shop")
            let orders = try engine.store("orders", Orders.State(), Orders())
            try await engine.resume()
            try await body(orders)
            try await engine.suspend()
            await storage.close()
        }

        @Test("Guides · a copy is made while a node runs, and another node starts with it") func copies() async throws {
            try await withDeadline("the copies") {
                let server = try await PostgresServer.shared()
                let (shop, other, damaged) = (
                    try await server.createDatabase(), try await server.createDatabase(),
                    try await server.createDatabase()
                )
                let folder = FileManager.default.temporaryDirectory.appending(path: "copies-\(UUID().uuidString)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: folder) }
                let (copy, half) = (folder.appending(path: "copy"), folder.appending(path: "half"))
                let scripts = Guide.root.appending(path: "Examples/Deployment")
                func run(_ script: String, _ file: URL, _ database: String) async throws {
                    _ = try await server.run([scripts.appending(path: script).path, file.path], database: database)
                }
                func storage(_ database: String) async throws -> DurableStorage {
                    try await openStorage(["DATABASE": server.connectionString(database: database)])
                }

                try await self.withOrders(try await storage(shop)) { orders in
                    try await orders.send(.place(1), id: "order 1").stored()
                    try await run("backup", copy, shop)
                    try await orders.send(.place(2), id: "order 2").stored()
                    try await run("restore", copy, other)
                    // The node of the copy does not wait for the lease of this one.
                    try await self.withOrders(try await storage(other)) { copied in
                        #expect(copied.state.numbers == [1])
                        try await copied.send(.place(3), id: "order 3").stored()
                    }
                }
                // A database that is not new is not changed, and neither is one for a damaged copy.
                await #expect(throws: (any Error).self) { try await run("restore", copy, other) }
                try await self.withOrders(try await storage(other)) { #expect($0.state.numbers == [1, 3]) }
                let data = try Data(contentsOf: copy)
                try data.prefix(data.count - 100).write(to: half)
                await #expect(throws: (any Error).self) { try await run("restore", half, damaged) }
                #expect(try await server.query("SELECT to_regnamespace('millrace')", database: damaged) == "")
                try await self.withOrders(try await storage(shop)) { #expect($0.state.numbers == [1, 2]) }
            }
        }
    }
#endif
