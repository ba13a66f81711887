#if SQLite || App
    import Foundation
    import Millrace
    import MillraceExtras
    import MillraceModules
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// The window of a durable engine is loaded as it was.
    @MainActor @Suite("Durable windows") struct WindowTests {
        @Test("Pages 1 · a stack, a sheet, a panel and their states are there after a restart; nothing starts again")
        func loaded() async throws {
            let house = House(.memory())
            try await house.start()
            house.send(.open(.panel("panel")), to: "lobby")
            house.send(.open(.push("kitchen")), to: "lobby")
            house.send(.open(.two("stairs")), to: "kitchen")
            house.send(.open(.sheet("map")), to: "stairs 2")
            house.send(.open(.push("legend")), to: "map")
            for name in ["lobby", "panel", "kitchen", "stairs 1", "map", "legend"] {
                house.send(.add(name.count), to: name)
            }
            try await house.engine?.stored()
            let before = house.picture
            try await house.restart()
            #expect(house.picture == before && house.faults.isEmpty)
            #expect(
                house.log.lines
                    == ["lobby", "panel", "kitchen", "stairs 1", "stairs 2", "map", "legend"].map { "listen \($0)" })
            await house.kill()
        }

        @Test("Pages 1 · outputs, inputs by port, Back and new scenes work after a restart; a new id is used once")
        func goesOn() async throws {
            let house = House(.memory())
            try await house.start()
            house.send(.open(.panel("panel")), to: "lobby")
            house.send(.open(.push("kitchen")), to: "lobby")
            try await house.engine?.stored()
            try await house.restart()
            house.send(.give(3, port: "panel"), to: "lobby")
            house.send(.call("hello"), to: "panel")
            let kitchen = try #require(house.navigator?.tree.scenes.last)
            house.navigator?.request(.back(from: kitchen.id))
            house.send(.open(.sheet("map")), to: "lobby")
            #expect(house.room("panel")?.state.count == 3 && house.faults.isEmpty)
            #expect(house.room("lobby")?.state.heard == ["hello", "closed"])
            #expect(house.navigator?.tree.description == "Room\n  panel: Room\n= Room")
            #expect(try #require(house.navigator?.tree.scenes.last).id > kitchen.id)
            try await house.engine?.stored()
            let before = house.picture
            try await house.restart()
            #expect(house.picture == before)
            await house.kill()
        }

        @Test("Pages 1 · nothing of a removed scene stays in the storage: state, delays, commands") func removed()
            async throws
        {
            let backend = MemoryBackend()
            let house = House(DurableStorage(backend))
            try await house.start()
            try await house.engine?.stored()
            let before = try await backend.load("house")
            house.send(.open(.push("kitchen")), to: "lobby")
            house.send(.open(.push("cellar")), to: "kitchen")
            house.send(.later(1), to: "kitchen")
            house.send(.check("a"), to: "cellar")
            try await house.engine?.stored()
            #expect(try await backend.load("house").work.count == 2)
            house.send(.open(.close), to: "kitchen")
            try await house.engine?.stored()
            let after = try await backend.load("house")
            #expect(Set(after.values.keys) == Set(before.values.keys) && after.work.isEmpty)
            await house.kill()
        }

        @Test("Pages 1 · a delay of a scene ends after a restart, a transient command with its onCancel action")
        func work() async throws {
            let house = House(.memory())
            try await house.start()
            house.send(.open(.push("kitchen")), to: "lobby")
            house.send(.later(7), to: "kitchen")
            house.send(.check("secret"), to: "kitchen")
            try await house.engine?.stored()
            #expect(house.log.lines.last == "check secret" && house.engine?.isWorking == true)
            try await house.restart()
            #expect(house.room("kitchen")?.state.heard == ["forgotten"] && house.engine?.isWorking == false)
            #expect(house.engine?.firstDeadline != nil)
            house.scheduler.advance(by: .seconds(10))
            #expect(house.room("kitchen")?.state.count == 7 && house.engine?.firstDeadline == nil)
            await house.kill()
        }

        @Test(
            "Pages 2 · a module whose state is not Codable is a fault that names the type; its window cannot be loaded")
        func unstorable() async throws {
            let house = House(.memory())
            try await house.start()
            house.send(.open(.unstorable), to: "lobby")
            #expect(house.faults.map(\.kind) == [.sceneNotDurable])
            #expect(house.faults.first?.problem.contains("Closet.State") == true)
            try await house.engine?.stored()
            await #expect(throws: DurableError.self) { try await house.restart() }
            #expect(house.navigator?.tree.scenes.isEmpty == true)
            await house.kill()
        }

        @Test("Pages 2 · without that module, the window can be loaded again") func unstorableRemoved() async throws {
            let house = House(.memory())
            try await house.start()
            house.send(.open(.unstorable), to: "lobby")
            let closet = try #require(house.navigator?.tree.scenes.last)
            house.navigator?.request(.back(from: closet.id))
            house.send(.add(2), to: "lobby")
            try await house.engine?.stored()
            try await house.restart()
            #expect(house.room("lobby")?.state.count == 2)
            await house.kill()
        }

        @Test("Pages 2 · a command that is neither durable nor transient is a fault") func undeclared() async throws {
            let house = House(.memory())
            try await house.start()
            house.send(.ask, to: "lobby")
            #expect(house.faults.map(\.kind) == [.notDurable])
            await house.kill()
        }

        @Test("Pages 1 · a root that was replaced is loaded, also after many replacements") func roots() async throws {
            let house = House(.memory())
            try await house.start()
            house.send(.open(.push("kitchen")), to: "lobby")
            house.send(.open(.hall("hall")), to: "kitchen")
            try await house.engine?.stored()
            var before = house.picture
            try await house.restart()
            #expect(house.picture == before && before.contains("hall"))
            for _ in 0..<5 {
                let navigator = try #require(house.navigator)
                navigator.store(of: Hall.self)?.send(.open(.lobby))
                navigator.store(of: Room.self)?.send(.open(.hall("other hall")))
            }
            house.navigator?.store(of: Hall.self)?.send(.open(.push("cellar")))
            try await house.engine?.stored()
            before = house.picture
            try await house.restart()
            #expect(house.picture == before && house.faults.isEmpty)
            await house.kill()
        }

        @Test("Pages 1 · a scene that the application has presented ends with the process") func application()
            async throws
        {
            let house = House(.memory())
            try await house.start()
            house.navigator?.present(Room(log: house.log), with: "question")
            house.send(.add(1), to: "question")
            house.send(.open(.push("answer")), to: "question")
            #expect(house.faults.isEmpty && house.navigator?.tree.scenes.count == 3)
            try await house.engine?.stored()
            try await house.restart()
            #expect(house.navigator?.tree.description == "Room")
            await house.kill()
        }

        @Test("Pages 1 · a message to a scene that was removed is discarded, and the window is loaded") func message()
            async throws
        {
            let house = House(.memory())
            try await house.start()
            house.send(.open(.push("kitchen")), to: "lobby")
            let kitchen = try #require(house.navigator?.tree.scenes.last)
            house.send(.open(.close), to: "kitchen")
            try await house.engine?.stored()
            await house.kill()
            let handle = house.storage.remote(Room.self, in: "house", named: "Room#\(kitchen.id)")
            _ = try await handle.send(.add(1), id: nil)
            try await house.start()
            #expect(house.navigator?.tree.description == "Room" && house.faults.map(\.kind) == [.unreadableMessage])
            try await house.restart()
            #expect(house.faults.count == 1)
            await house.kill()
        }

        @Test("Pages 7 · a second window of an engine is a fault") func second() async throws {
            let house = House(.memory())
            try await house.start()
            let engine = try #require(house.engine?.engine)
            let other = Navigator(root: Room(log: house.log), with: "other", on: engine)
            #expect(house.faults.map(\.kind) == [.sceneNotDurable])
            withExtendedLifetime(other) {}
            await house.kill()
        }

        @Test(
            "Pages 1 · random navigation: after each restart, the window is as it was",
            arguments: 0..<20 as Range<UInt64>)
        func random(seed: UInt64) async throws {
            var random = SeededGenerator(seed: seed)
            let house = House(.memory())
            try await house.start()
            for step in 0..<60 {
                let names =
                    house.navigator?.tree.scenes.compactMap { house.navigator?.store(of: $0.id, as: Room.self) } ?? []
                let transitions: [Room.Transition] = [
                    .push("\(step)"), .sheet("\(step)"), .panel("\(step)"), .two("\(step)"), .back, .close, .closePanel,
                    .hall("\(step)"),
                ]
                if let store = names.randomElement(using: &random),
                    let transition = transitions.randomElement(using: &random)
                {
                    store.send(.add(step))
                    store.send(.open(transition))
                } else {
                    house.navigator?.store(of: Hall.self)?.send(.open(.lobby))
                }
                guard Int.random(in: 0..<10, using: &random) == 0 else { continue }
                try await house.engine?.stored()
                let before = house.picture
                try await house.restart()
                #expect(house.picture == before, "seed \(seed), step \(step)")
            }
            #expect(house.faults.allSatisfy { $0.kind == .invalidNavigation })
            await house.kill()
        }
    }
#endif
