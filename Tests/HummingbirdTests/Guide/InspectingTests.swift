#if Hummingbird || App
    import Foundation
    import GuideBlocks
    import Hummingbird
    import Logging
    import Millrace
    import MillraceHummingbird
    import MillraceInspector
    import MillraceJournal
    import ServiceLifecycle
    import Testing

    @testable import WebTestSupport

    /// Runs the code of the guide “Inspecting”.
    @MainActor @Suite("Guides · Inspecting", .timeLimit(.minutes(20))) struct InspectingTests {
        @Test("Guides · each code block of “Inspecting” is compiled and run") func blocks() throws {
            let guide = try Guide(at: "Sources/MillraceInspector/MillraceInspector.docc/Inspecting.md")
            #expect(guide.blocks.count == 5)
            #expect(try guide.strays(in: "Tests/HummingbirdTests/Guide/GuideInspecting.swift") == [])
        }

        @Test("Guides · a mounted inspector shows a developer the timeline, and nothing to others") func mounted()
            async throws
        {
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            let store = Store(Till.State(), Till(), on: Engine())
            let recorder = try record(store.engine, into: folder)
            store.send(.add(.init(id: 1, name: "tea", price: 30)))
            let router = Router()
            let pages = mount(Inspector(recorder), on: router) { $0.headers[.authorization] == "developer" }
            let (ports, port) = AsyncStream<Int>.makeStream()
            let application = Application(
                router: router, server: .http1Live(), configuration: .init(address: .hostname("127.0.0.1", port: 0)),
                services: [pages], onServerRunning: { port.yield($0.localAddress?.port ?? 0) })
            let services = ServiceGroup(
                configuration: .init(
                    services: [application], logger: Logger(label: "guide") { _ in SwiftLogNoOpLogHandler() }))
            let running = Task { try await services.run() }
            for await number in ports {
                func get(_ fields: String) async throws -> ParsedResponse {
                    let socket = try await RawSocket(port: UInt16(number))
                    await socket.send(
                        "GET /inspector HTTP/1.1\r\nHost: localhost:\(number)\r\nConnection: close\r\n\(fields)\r\n")
                    return ParsedResponse(await socket.readAll())
                }
                #expect(try await get("").status == 404)
                let page = try await get("Authorization: developer\r\n")
                #expect(page.status == 200 && page.body.contains("Timeline"))
                break
            }
            await services.triggerGracefulShutdown()
            try await running.value
            await recorder.end()
        }

        @Test("Guides · an inspector with screens draws a page as it looked") func screens() async throws {
            let bistro = try Bistro()
            bistro.menu?.send(.add("pie"))
            let frame = bistro.frame
            bistro.menu?.send(.add("cake"))
            await bistro.recorder.flush()
            try await Bistro.serve(inspector(of: bistro.recorder, .init())) { get in
                let page = try await get(frame).body
                #expect(page.contains("pie") && !page.contains("cake"))
            }
            await bistro.recorder.end()
        }

        @Test("Guides · the program of “Inspecting” prints its link and ends") func program() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            let recorder = try record(Engine(), into: folder)
            let running = Task { try await inspect(recorder) }
            running.cancel()
            _ = await running.result
            await recorder.end()
            #expect(RingFiles.all(in: folder).count == 1)
        }
    }
#endif
