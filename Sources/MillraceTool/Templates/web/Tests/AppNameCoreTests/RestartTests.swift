import Foundation
import MillraceDurable
import MillraceKit
import MillraceTesting
import Testing

@testable import AppNameCore

@MainActor @Suite("Restarts") struct RestartTests {
    @Test("A delay goes on after a restart: what was removed is deleted at its time") func removal() async throws {
        let storage = DurableStorage.memory()
        var now = Date(timeIntervalSince1970: 0)
        let first = try await storage.engine("list", now: { now })
        let list = try first.store("todos", TodoList.State(), TodoList())
        try await first.resume()
        for title in ["Milk", "Bread"] { list.send(.add(title)) }
        list.send(.remove(1))
        try await first.suspend()

        now += 4
        let clock = TestClock()
        let second = try await storage.engine("list", on: Engine(scheduler: clock), now: { now })
        let restored = try second.store("todos", TodoList.State(), TodoList())
        try await second.resume()
        clock.advance(by: .seconds(5))
        #expect(restored.state.todos.map(\.isRemoved) == [true, false])
        clock.advance(by: .seconds(1))
        #expect(restored.state.todos.map(\.title) == ["Bread"])
        try await second.suspend()
    }
}
