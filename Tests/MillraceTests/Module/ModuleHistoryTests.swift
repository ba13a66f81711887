import MillraceHistory
import MillraceModules
import Millrace
import Testing

@MainActor struct ModuleHistoryTests {
    @Test("transitions, inputs, outputs and requests are recorded with their causes, and are replayed")
    func recorded() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let window = fixture.window()
            window.go("root", .present("m"))
            window.page("root")?.send(.input("m", "hi"))
            window.page("m")?.send(.say("hello"))
            window.request(.dismiss(window.tree.modals[0][0].id))
            let records = history.records.filter { [.transition, .input, .output, .request].contains($0.kind) }
            #expect(records.map(\.kind) == [.transition, .input, .output, .request])
            #expect(records.prefix(3).map(\.cause).allSatisfy { $0 > 0 } && records[3].cause == 0)
            #expect(records.map { $0.stores.map { "\($0.reducer)" } } == [[], ["Page"], ["Page"], []])
            // The child reduces the input, the parent the output.
            #expect(records[1].stores != records[2].stores && records[2].stores == window.page("root").map { [$0.id] })
            #expect(history.replay() == nil)
            #expect(window.page("root").map { history.why(\.childEvents, of: $0).map(\.kind) } == [.request, .action])
        }
    }

    @Test("rewinding restores the states, and does not change the tree")
    func rewinding() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let window = fixture.window(stacked: true)
            window.page("root")?.send(.received("first"))
            let first = history.position
            window.go("root", .show("a"))
            window.page("a")?.send(.received("second"))
            window.page("root")?.send(.received("third"))
            try history.rewind(to: first)
            #expect(window.outline == "root\n› a")
            #expect(window.page("root")?.state.inputs == ["first"] && window.page("a")?.state.inputs == [])
            window.go("a", .pop)
            try history.rewind(to: 0)
            #expect(window.outline == "root" && window.page("root")?.state.inputs == [])
        }
    }
}
