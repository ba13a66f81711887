import MillraceModules
import Foundation
import Millrace
import Testing

// Symptom: a module with an optional state started with `nil`, whatever its requirement.
// Cause: a state that was not stored counted as a stored `nil`.
// Correct behavior: a state that is not stored is made from the requirement.
@MainActor struct OptionalStateTests {
    /// An optional choice.
    struct Choice: Module {
        typealias State = Int?
        enum Action { case clear }
        func state(for number: Int?) -> Int? { number }
        func reduce(_ state: inout Int?, _ action: Action) -> Flow<Self> {
            state = nil
            return .none
        }
    }

    @Test("a module with an optional state starts with its requirement")
    func starts() async throws {
        try await withEngine { engine in
            let window = Navigator(root: Choice(), with: 7, on: engine)
            #expect(window.store(of: Choice.self)?.state == 7)
        }
    }

    @Test("a state of nil is stored and restored, and a state that is not stored is made from the requirement")
    func stored() async throws {
        try await withEngine { engine in
            let window = Navigator(root: Choice(), with: 7, on: engine)
            window.store(of: Choice.self)?.send(.clear)
            let data = try JSONEncoder().encode(window.stored())
            let decoder = JSONDecoder()
            decoder.userInfo[.modules] = [Choice.self] as [any Module.Type]
            try window.restore(decoder.decode(StoredTree.self, from: data), roots: Choice())
            let restored = try #require(window.store(of: Choice.self))
            #expect(restored.state == nil)
            for (scene, expected) in [(#""requirement": 3"#, 3), (#""requirement": 3, "state": 4"#, 4)] {
                let json = #"{"version": 1, "scenes": [{"id": 1, "module": "Choice", \#(scene)}]}"#
                try window.restore(decoder.decode(StoredTree.self, from: Data(json.utf8)), roots: Choice())
                #expect(window.store(of: Choice.self)?.state == expected)
            }
            let nothing = #"{"version": 1, "scenes": [{"id": 1, "module": "Choice"}]}"#
            #expect(throws: StoredTree.Failure.self) {
                try window.restore(decoder.decode(StoredTree.self, from: Data(nothing.utf8)), roots: Choice())
            }
        }
    }
}
