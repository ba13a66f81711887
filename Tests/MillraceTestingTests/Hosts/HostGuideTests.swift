#if Testing
    import Foundation
    import Millrace
    import MillraceTesting
    import Testing

    /// What the guide to hosts shows is compiled and run here.
    @MainActor struct HostGuideTests {
        @Test("Guides · the host that draws text")
        func text() {
            let navigator = Navigator(root: Clicks(), on: Engine())
            let host = TextHost()
            host.register(Clicks.self, buttons: ["Add": .add]) { "\($0.count) so far" }
            navigator.attach(host)
            host.perform(.tap("Add", in: navigator.tree.scenes[0].id))
            #expect("\(host)" == "1 so far")
        }

        @Test("Guides · every block of code of the guide to hosts is a run of lines here or beside")
        func blocks() throws {
            let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
            let guide = root.appending(path: "Sources/MillraceTesting/MillraceTesting.docc/Hosts.md")
            let host = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "LineHost.swift")
            let source = try [URL(fileURLWithPath: #filePath), host]
                .flatMap { lines(of: try String(contentsOf: $0, encoding: .utf8)) }
            let blocks = try String(contentsOf: guide, encoding: .utf8).split(separator: "```swift\n").dropFirst()
                .map { lines(of: String($0.prefix(upTo: try #require($0.firstRange(of: "```")).lowerBound))) }
            #expect(blocks.count == 4)
            for block in blocks {
                let isHere = source.indices.contains { source[$0...].starts(with: block) }
                #expect(isHere && !block.isEmpty, "These lines stand nowhere:\n\(block.joined(separator: "\n"))")
            }
        }

        /// The lines that say something, without the whitespace around them.
        private func lines(of text: String) -> [String] {
            text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty }
        }
    }

    // The host of the guide.
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
