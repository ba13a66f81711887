#if Testing
    import MillraceModules
    import Millrace
    import MillraceTesting
    import Testing

    @Suite("The suite for hosts")
    @MainActor struct HostConformanceTests {
        @Test("is passed by the host that draws text", arguments: HostConformance.Case.allCases)
        func textHost(rule: HostConformance.Case) async {
            await HostConformance(seed: 1) { navigator in
                let host = TextHost()
                host.register(HostConformance.Page.self, buttons: ["Add": .add, "Next": .next], text: \.text)
                host.register(HostConformance.Badge.self, buttons: ["Poke": .poke], text: \.text)
                navigator.attach(host)
                return host
            }.check(rule)
        }

        @Test("is passed by a host without a flaw")
        func sound() async {
            let found = await issues { await suite(nil).check() }
            #expect(found == [])
        }

        @Test("is passed by a host whose screen is elsewhere and later", arguments: HostConformance.Case.allCases)
        func remote(rule: HostConformance.Case) async {
            await HostConformance(steps: 500, scenes: 50, seed: 1) { RemoteHost($0) }.check(rule)
        }

        @Test("finds each flaw in the cases that are meant for it", arguments: meant.keys.sorted { "\($0)" < "\($1)" })
        func flaws(flaw: Sketch.Flaw) async {
            let failed = await failures(flaw)
            for name in Self.meant[flaw, default: []] {
                #expect(failed.contains(name), "\(flaw) is not found in “\(name)”")
            }
            #expect(Sketch.Flaw.allCases.allSatisfy { Self.meant[$0] != nil })
        }

        @Test("has no case that every host passes")
        func useful() async {
            var passed = Set(HostConformance.Case.allCases.map(\.id))
            for flaw in Sketch.Flaw.allCases where flaw != .breaksDown { passed.subtract(await failures(flaw)) }
            #expect(passed == [])
        }

        @Test("says what was shown and what should have been, what led there, and what mends it, at the caller's line")
        func texts() async {
            let rule = HostConformance.Case.allCases.first { $0.id == "a module does not let the person go back" }
            let line: UInt = #line + 1
            let found = await issues { await suite(.popsBeforeItIsTold).check(rule ?? .allCases[0]) }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            “a module does not let the person go back”: the host does not show what the navigator has.

                                  \"""
                                  root: 0 (1)
                                - › a: 0 (5)
                                  \"""

                                (- the navigator, + shown)

                            It came of:
                                a window begins with root, stacked
                                a host is attached
                                root: show a
                                a objects from now on: refuse
                                the person goes back from a

                            To fix this, put back what you have moved when you are told changes, also when there are none: nothing came of the request.
                            """)
                ])
        }

        @Test("says what a gesture asked for and what it means")
        func gestures() async {
            let rule = HostConformance.Case.allCases.first { $0.id == "a person puts a modal layer away" }
            let line: UInt = #line + 1
            let found = await issues { await suite(.asksTwice).check(rule ?? .allCases[0]) }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            “a person puts a modal layer away”: a person did this once: dismiss 14.

                                asked for: dismiss 14, and dismiss 14
                                meant:     dismiss 14

                            It came of:
                                a window begins with root, stacked
                                a host is attached
                                root: present a, stacked
                                root: show b
                                a: show c
                                a: present d
                                the person puts d away

                            To fix this, ask once for what the person does, and for nothing else; a tap is an action for the scene's store, all else a request to the navigator.
                            """)
                ])
        }

        @Test("shows what is left out, and passes none of it in silence")
        func skipped() async {
            let suite = suite(nil, capabilities: [.tap, .dismiss])
            var outcomes: [HostConformance.Case: HostConformance.Outcome] = [:]
            let found = await issues { outcomes = await suite.check() }
            let out = HostConformance.Case.allCases.filter { !$0.requiredCapabilities.isSubset(of: [.tap, .dismiss]) }
            #expect(!out.isEmpty && found.count == out.count && found.allSatisfy(\.isWarning))
            for rule in HostConformance.Case.allCases {
                let lacks = rule.requiredCapabilities.subtracting([.tap, .dismiss]).sorted { $0.rawValue < $1.rawValue }
                #expect(outcomes[rule] == (lacks.isEmpty ? .passed : .skipped(lacks)))
            }
            #expect(
                found.first?.text
                    == "Left out: “what a person does in one of two hosts, both show”, because the host says that it has "
                    + "not: back.")
        }

        @Test("runs the same way for the same seed, and names the seed where that fails")
        func seeds() async {
            let run = HostConformance.Case.allCases.last ?? .allCases[0]
            var texts: [HostConformance.Outcome] = []
            for _ in 1...2 { texts.append(await suite(.drawsTheTopOnly).outcome(of: run)) }
            guard case .failed(let text) = texts[0] else { return #expect(texts.isEmpty) }
            #expect(texts[0] == texts[1] && text.contains("the seed is 7"))
        }

        @Test("is passed by a right host on many runs", arguments: 1...20)
        func runs(seed: UInt64) async {
            let run = HostConformance.Case.allCases.last ?? .allCases[0]
            let suite = HostConformance(steps: 3_000, seed: seed) {
                Sketch($0, nil, capabilities: HostConformance.Capability.allCases)
            }
            #expect(await suite.outcome(of: run) == .passed)
        }

        @Test("names its cases once, and each says what mends a host")
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

        /// In which cases a flaw must be found, by the way.
        nonisolated private static let meant: [Sketch.Flaw: [String]] = [
            .forgetsEnds: [
                "a page is popped", "all but the first are popped", "a modal layer is dismissed",
                "what is embedded is taken out", "a scene closes as fits where it stands",
                "what a module presented goes with it, from among others", "a window is closed, and opens again",
                "another root takes the place of all",
            ],
            .pushesOnTheWindow: ["a modal layer has a stack"],
            .popsBeforeItIsTold: [
                "a module does not let the person go back", "a module does something else when the person goes back",
                "a module objects that would go along", "middleware drops what the person asked for",
                "middleware holds what the person asked for, and drops it",
            ],
            .drawsOnce: [
                "the drawing follows a state", "many changes at once", "a tap is an action of the scene's store",
            ],
            .drawsTheTopOnly: [
                "the drawing follows the states of what is covered and embedded", "a random run",
            ],
            .losesTheOrder: ["modal layers lie one over the other", "many scenes at once"],
            .keepsTheNavigator: ["the navigator goes, and takes all along"],
            .asksTwice: ["a person goes back", "a person puts a modal layer away", "a person closes the window"],
            .isDeaf: [
                "a tap is an action of the scene's store", "a tap leads elsewhere", "a person goes back",
                "a person puts a modal layer away", "a person closes the window",
            ],
            .keepsStores: ["a person taps in what has gone"],
            .readsMarkup: ["text is text"],
            .beginsWithNothing: [
                "a window shows its root", "a host is attached when the tree is there already",
                "a host goes, and another comes when all has been replaced",
            ],
            .needsARoot: ["a host is attached to a window that is closed"],
            .watchesForever: ["a host goes, and the navigator goes on"],
            .staysOpen: ["a window that nobody answers for is not shown"],
            .knowsOneModule: ["each module is drawn as itself"],
            .breaksDown: HostConformance.Case.allCases.map(\.id),
        ]
    }
#endif
