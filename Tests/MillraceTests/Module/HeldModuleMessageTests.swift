import MillraceExtras
import MillraceHistory
import MillraceModules
import Millrace
import Testing

@MainActor struct HeldModuleMessageTests {
    @Test("an input that middleware holds while its child is removed is counted as discarded, and is a fault")
    func heldInput() async throws {
        try await withEngineFixture(faults: [.portNotConnected]) { fixture in
            let window = fixture.window()
            fixture.engine.middleware = [
                .intercept { $0.kind == .input ? .hold(for: .seconds(1)) : .pass }
            ]
            window.go("root", .present("m"))
            let receipt = window.page("root")?.send(.input("m", "hi"))
            window.go("m", .dismiss)
            #expect(fixture.engine.discardedResultCount == 1)
            await #expect(throws: CancellationError.self) { try await receipt?.finishedInTime() }
            fixture.engine.middleware = []
        }
    }

    @Test("an output for a removed parent is recorded as failed, and its receipt throws")
    func lostOutput() async throws {
        try await withEngineFixture(faults: [.storeReleased]) { fixture in
            let history = fixture.record()
            let window = fixture.window()
            window.go("root", .present("m"))
            let receipt = window.page("m")?.perform(.transition(.replace("new")).and(.output("last")))
            await #expect(throws: Fault.self) { try await receipt?.finishedInTime() }
            let record = history.records.last { $0.kind == .output }
            if case .failed? = record?.outcome {} else { Issue.record("\(String(describing: record))") }
        }
    }

    @Test("an output that is processed after the removal of its scene still has its window")
    func windowOfLastOutput() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window()
            window.go("root", .present("m"))
            var windows: [Bool] = []
            fixture.engine.middleware = [
                .intercept { [unowned window] message in
                    if message.kind == .output { windows.append(message.navigator === window) }
                    return .pass
                }
            ]
            window.page("m")?.perform(.transition(.dismiss).and(.output("last")))
            #expect(windows == [true])
            fixture.engine.middleware = []
        }
    }

    @Test("a request that a subscriber makes on its first call is processed after this call")
    func requestedAtOnce() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .show("a"))
            var (depth, deepest) = (0, 0)
            let top = try #require(window.tree.top?.id)
            window.subscribe { [unowned window] tree in
                depth += 1
                deepest = max(deepest, depth)
                if tree.scenes.count == 2 { window.request(.back(from: top)) }
                depth -= 1
            }
            #expect(deepest == 1 && window.outline == "root")
        }
    }
}
