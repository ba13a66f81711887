#if Hummingbird || App
    import Foundation
    import Millrace
    import MillraceInspector
    import MillraceKit
    import MillraceWeb
    import Testing

    @testable import MillraceJournal
    @testable import WebTestSupport

    @MainActor @Suite("Inspector, pages as they looked") struct ScreenTests {
        /// Waits until the dish of the day was read.
        private func bistro() async throws -> Bistro {
            let bistro = try Bistro()
            for await special in try #require(bistro.menu).values(of: \.special) where special == "soup" { break }
            return bistro
        }

        @Test("Inspector · each page looks as it did, with what its encoding leaves out") func pages() async throws {
            let bistro = try await bistro()
            let menu = try #require(bistro.menu)
            var expected: [(frame: String, html: [String])] = []
            // The panel is within the region at the end of the menu.
            func note(_ html: String...) {
                expected.append((bistro.frame, [Menu().render(menu.state).html.replacing("</div>", with: "")] + html))
            }
            note()
            menu.send(.add("pie"))
            note()
            menu.send(.look("pie"))
            let dish = try #require(bistro.window.store(of: Dish.self))
            note(Dish().render(dish.state).html)
            dish.send(.more)
            note(Dish().render(dish.state).html)
            menu.send(.pay(12))
            note("role=\"dialog\"", "12 euros")
            dish.send(.back)
            note()
            await bistro.recorder.flush()
            let turn = bistro.engine.turn
            try await Bistro.serve(Inspector(bistro.recorder, screens: Bistro.screens)) { get in
                for (frame, html) in expected {
                    let answer = try await get(frame)
                    #expect(answer.status == 200)
                    for part in html { #expect(answer.body.contains(part), "\(frame): \(answer.body)") }
                }
            }
            // Nothing ran in the program.
            #expect(bistro.engine.turn == turn && bistro.calls.withLock { $0 } == 1)
            await bistro.recorder.end()
        }

        @Test("Inspector · a frame runs no script, loads nothing and cannot be used") func sandbox() async throws {
            let bistro = try await bistro()
            bistro.menu?.send(.add("<script>alert(1)</script>"))
            await bistro.recorder.flush()
            try await Bistro.serve(Inspector(bistro.recorder, screens: Bistro.screens)) { get in
                let answer = try await get(bistro.frame)
                let policy = try #require(answer["content-security-policy"])
                for part in ["sandbox;", "default-src 'none'", "script-src 'none'", "frame-ancestors 'self'"] {
                    #expect(policy.contains(part))
                }
                #expect(!answer.body.contains("<script") && answer.body.contains("&lt;script&gt;alert(1)"))
                #expect(answer.body.contains("<body inert>"))
                let page = try await get("/")
                #expect(page["content-security-policy"]?.contains("frame-src 'self'") == true)
            }
            await bistro.recorder.end()
        }

        @Test("Inspector · a screen that cannot be drawn says why, and a hidden part is empty") func gaps() async throws
        {
            let bistro = try await bistro()
            bistro.menu?.send(.pay(12))
            let bill = try #require(bistro.window.store(of: Bill.self))
            bill.send(.card(.init(digits: "4711")))
            await bistro.recorder.flush()
            let screens = RecordedScreens { [Menu(), Weather(), Bill()] }
            try await Bistro.serve(Inspector(bistro.recorder, screens: screens)) { get in
                let answer = try await get(bistro.frame)
                #expect(answer.body.contains("12 euros, card &quot;&quot;") && !answer.body.contains("4711"))
                #expect(answer.body.contains("Weather is not drawn. Its state is not in the recording"))
                bistro.menu?.send(.look("pie"))
                await bistro.recorder.flush()
                let unknown = try await get(bistro.frame)
                #expect(unknown.body.contains("Dish is not drawn. The inspector has no screen"))
            }
            await bistro.recorder.end()
        }

        @Test("Inspector · without the screens, nothing is drawn") func noScreens() async throws {
            let bistro = try await bistro()
            await bistro.recorder.end()
            try await Bistro.serve(try await Inspector(recording: bistro.folder)) { get in
                let frame = try await get(bistro.frame)
                #expect(frame.status == 404)
            }
        }

        @Test("Inspector · a window that was open before the recorder is recorded, and a closed one is not")
        func windows()
            async throws
        {
            let engine = Engine()
            engine.handle(DishOfTheDay.self) { _ in "soup" }
            let early = Navigator(root: Menu(), stacked: true, on: engine)
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            let recorder = try Recorder(engine, folder: folder)
            early.store(of: Menu.self)?.send(.add("pie"))
            let open = engine.turn
            early.close()
            let closed = engine.turn
            await recorder.end()
            let reader = RingReader(folder)
            try await reader.refresh()
            let run = try #require(await reader.runs.last?.name)
            #expect(await reader.stores(after: open, in: run).places.count == 2)
            let after = await reader.stores(after: closed, in: run)
            #expect(after.places.isEmpty && after.states.isEmpty)
        }
    }
#endif
