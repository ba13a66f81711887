#if Testing || App
    import MillraceModules
    import Millrace
    import MillraceTesting
    import TestSupport
    import Testing

    @Suite("Conformance suite for hosts")
    @MainActor struct HostConformanceTests {
        @Test("the text host passes the suite", arguments: HostConformance.Case.allCases)
        func textHost(rule: HostConformance.Case) async {
            await HostConformance(seed: 1) { navigator in
                let host = TextHost()
                host.register(HostConformance.Page.self, buttons: ["Add": .add, "Next": .next], text: \.text)
                host.register(HostConformance.Badge.self, buttons: ["Poke": .poke], text: \.text)
                navigator.attach(host)
                return host
            }.check(rule)
        }

        @Test("a host without a flaw passes the suite")
        func sound() async {
            let found = await issues { await suite(nil).check() }
            #expect(found == [])
        }

        @Test("a host with a remote, delayed screen passes the suite", arguments: HostConformance.Case.allCases)
        func remote(rule: HostConformance.Case) async {
            await HostConformance(steps: 500, scenes: 50, seed: 1) { RemoteHost($0) }.check(rule)
        }

        @Test(
            "the suite finds each flaw in the cases for it",
            arguments: expectedFailures.keys.sorted { "\($0)" < "\($1)" })
        func flaws(flaw: Sketch.Flaw) async {
            let failed = await failures(flaw)
            for name in Self.expectedFailures[flaw, default: []] {
                #expect(failed.contains(name), "\(flaw) is not found in “\(name)”")
            }
            #expect(Sketch.Flaw.allCases.allSatisfy { Self.expectedFailures[$0] != nil })
        }

        @Test("each case is failed by some host")
        func useful() async {
            var passed = Set(HostConformance.Case.allCases.map(\.id))
            for flaw in Sketch.Flaw.allCases where flaw != .breaksDown { passed.subtract(await failures(flaw)) }
            #expect(passed == [])
        }

        @Test("a failure contains both snapshots, the steps and the fix, at the caller's line")
        func texts() async {
            let rule = HostConformance.Case.allCases.first { $0.id == "a module refuses to be popped by the user" }
            let line: UInt = #line + 1
            let found = await issues { await suite(.popsBeforeDrawing).check(rule ?? .allCases[0]) }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            “a module refuses to be popped by the user”: the host does not show the scenes of the navigator.

                                  \"""
                                  root: 0 (1)
                                - › a: 0 (5)
                                  \"""

                                (- navigator, + host)

                            Caused by:
                                the application opens a window with root, stacked
                                a host is attached
                                root: show a
                                a objects to dismissals from now on: refuse
                                the user goes back from a

                            To fix this, when draw(_:of:) is called, even with no changes, undo what the gesture moved on the screen: the request was refused.
                            """)
                ])
        }

        @Test("a failure contains the sent and the expected messages of a gesture")
        func gestures() async {
            let rule = HostConformance.Case.allCases.first { $0.id == "the user dismisses a modal layer" }
            let line: UInt = #line + 1
            let found = await issues { await suite(.asksTwice).check(rule ?? .allCases[0]) }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            “the user dismisses a modal layer”: the gesture “dismiss 14” must send one message, but the host sent others.

                                expected: dismiss 14
                                sent:     dismiss 14, and dismiss 14

                            Caused by:
                                the application opens a window with root, stacked
                                a host is attached
                                root: present a, stacked
                                root: show b
                                a: show c
                                a: present d
                                the user dismisses d

                            To fix this, send exactly one message for each gesture: for a tap an action to the scene's store, for any other gesture a request to the navigator.
                            """)
                ])
        }

        @Test("skipped cases are shown as warnings")
        func skipped() async {
            let suite = suite(nil, capabilities: [.tap, .dismiss])
            var outcomes: [HostConformance.Case: HostConformance.Outcome] = [:]
            let found = await issues { outcomes = await suite.check() }
            let skipped = HostConformance.Case.allCases.filter {
                !$0.requiredCapabilities.isSubset(of: [.tap, .dismiss])
            }
            #expect(!skipped.isEmpty && found.count == skipped.count && found.allSatisfy(\.isWarning))
            for rule in HostConformance.Case.allCases {
                let missing = rule.requiredCapabilities.subtracting([.tap, .dismiss]).sorted {
                    $0.rawValue < $1.rawValue
                }
                #expect(outcomes[rule] == (missing.isEmpty ? .passed : .skipped(missing)))
            }
            #expect(
                found.first?.text
                    == "Skipped: “two hosts show the result of a gesture in one of them”. The host lacks these capabilities: "
                    + "back.")
        }

        @Test("the same seed gives the same run, and a failure contains the seed")
        func seeds() async {
            let run = HostConformance.Case.allCases.last ?? .allCases[0]
            var texts: [HostConformance.Outcome] = []
            for _ in 1...2 { texts.append(await suite(.drawsTheTopOnly).outcome(of: run)) }
            guard case .failed(let text) = texts[0] else { return #expect(texts.isEmpty) }
            #expect(texts[0] == texts[1] && text.contains("the seed is 7"))
        }

        @Test("a correct host passes many random runs", arguments: 1...UInt64(repetitions(20)))
        func runs(seed: UInt64) async {
            let run = HostConformance.Case.allCases.last ?? .allCases[0]
            let suite = HostConformance(steps: 3_000, seed: seed) {
                Sketch($0, nil, capabilities: HostConformance.Capability.allCases)
            }
            #expect(await suite.outcome(of: run) == .passed)
        }

        @Test("each case has a unique name and a fix")
        func names() {
            let names = HostConformance.Case.allCases.map(\.id)
            #expect(Set(names).count == names.count && names.count > 40)
        }

        // MARK: Flaws

        private func suite(
            _ flaw: Sketch.Flaw?, capabilities: [HostConformance.Capability] = HostConformance.Capability.allCases
        ) -> HostConformance {
            HostConformance(steps: 500, scenes: 20, seed: 7) { Sketch($0, flaw, capabilities: capabilities) }
        }

        private func failures(_ flaw: Sketch.Flaw) async -> Set<String> {
            var failed: Set<String> = []
            for rule in HostConformance.Case.allCases {
                if case .failed = await suite(flaw).outcome(of: rule) { failed.insert(rule.id) }
            }
            return failed
        }

        /// The names of the cases that must find each flaw.
        nonisolated private static let expectedFailures: [Sketch.Flaw: [String]] = [
            .forgetsEnds: [
                "a page is popped", "a stack is popped to its root", "a modal layer is dismissed",
                "embedded scenes are removed", "a scene closes according to its position",
                "a removed module takes its presented scenes with it", "a window is closed and opened again",
                "another root replaces all scenes",
            ],
            .pushesOnTheWindow: ["a modal layer has a stack"],
            .popsBeforeDrawing: [
                "a module refuses to be popped by the user", "a module sends an action when the user goes back",
                "an embedded module refuses when the user goes back", "middleware drops the user's request",
                "middleware holds the user's request, and drops it",
            ],
            .drawsOnce: [
                "a changed state is drawn", "many state changes in a row", "a tap sends an action to the scene's store",
            ],
            .drawsTheTopOnly: [
                "changed states of covered and embedded scenes are drawn", "a random run",
            ],
            .losesTheOrder: ["modal layers cover each other", "many scenes at once"],
            .keepsTheNavigator: ["a released navigator releases its scenes"],
            .asksTwice: ["the user goes back", "the user dismisses a modal layer", "the user closes the window"],
            .isDeaf: [
                "a tap sends an action to the scene's store", "a tap shows another page", "the user goes back",
                "the user dismisses a modal layer", "the user closes the window",
            ],
            .keepsStores: ["the user taps in a removed scene"],
            .readsMarkup: ["special characters are escaped"],
            .beginsWithNothing: [
                "a window shows its root", "a host is attached to an existing tree",
                "a host is detached, and another is attached after the root was replaced",
            ],
            .needsARoot: ["a host is attached to a closed window"],
            .watchesForever: ["a host is released before its navigator"],
            .staysOpen: ["a window without a navigator shows nothing"],
            .knowsOneModule: ["each module is drawn by its own view"],
            .breaksDown: HostConformance.Case.allCases.map(\.id),
        ]
    }
#endif
