#if Testing || App
    import MillraceModules
    import Foundation
    import GuideBlocks
    import Millrace
    import MillraceTesting
    import Testing

    /// Compiles and runs the code of the guide to hosts.
    @MainActor struct HostGuideTests {
        @Test("Guides · the text host")
        func text() {
            let navigator = Navigator(root: Clicks(), on: Engine())
            let host = TextHost()
            host.register(Clicks.self, buttons: ["Add": .add]) { "\($0.count) so far" }
            navigator.attach(host)
            host.perform(.tap("Add", in: navigator.tree.scenes[0].id))
            #expect("\(host)" == "1 so far")
        }

        @Test("Guides · every code block about hosts is in the tests")
        func blocks() throws {
            let guide = try Guide(at: "Sources/MillraceTesting/MillraceTesting.docc/Hosts.md")
            let here = "Tests/MillraceTestingTests/Hosts"
            #expect(guide.blocks.count == 4)
            #expect(try guide.strays(in: "\(here)/HostGuideTests.swift", "\(here)/LineHost.swift") == [])
        }
    }

    // The host in the guide.
    @Test(arguments: HostConformance.Case.allCases)
    @MainActor func conforms(rule: HostConformance.Case) async {
        await HostConformance(steps: 1_000, seed: 1) { navigator in
            let host = LineHost()
            navigator.attach(host)
            return host
        }.check(rule)
    }

    struct Clicks: Module {
        struct State { var count = 0 }
        enum Action { case add }

        func state(for nothing: Void) -> State { State() }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            state.count += 1
            return .none
        }
    }
#endif
