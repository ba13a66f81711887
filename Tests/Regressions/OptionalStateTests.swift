import MillraceModules
import Foundation
import Millrace
import Testing

// A module whose state is an optional began with none, whatever it required: no stored state was taken for a stored nil.
// Found by an adversarial reading; on the kernel before the mend both tests fail.
@MainActor struct OptionalStateTests {
    /// A choice that there may be none of.
    struct Choice: Module {
        typealias State = Int?
        enum Action { case clear }
        func state(for number: Int?) -> Int? { number }
        func reduce(_ state: inout Int?, _ action: Action) -> Flow<Self> {
            state = nil
            return .none
        }
    }

    @Test("a module whose state is an optional begins with what it requires")
    func begins() async throws {
        try await withEngine { engine in
            let window = Navigator(root: Choice(), with: 7, on: engine)
            #expect(window.store(of: Choice.self)?.state == 7)
        }
    }

    @Test("a state that is nil is stored and restored, and one that is not stored is made of what is required")
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
