#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    @MainActor struct ReportTests {
        @Test("Report · long lists and large values are shortened")
        func large() {
            let found = issues {
                let store = TestStore(Shelf.State(), Shelf())
                store.exhaustivity = .off
                let saves = (0..<100).map { Flow<Shelf>.execute(Save(count: $0)) }
                store.send(.do(.merge(saves)))
                store.expect(FetchBooks())
                store.fact(Opened(title: String(repeating: "x", count: 1_000)))
            }
            let pending = (0..<20).map { "    Save(count: \($0))" }.joined(separator: "\n")
            #expect(
                found.first?.text == """
                    expect(FetchBooks()) failed: there is no command of its type left to assert. These commands are pending:

                    \(pending)
                        … and 80 more

                    To fix this, first make the call that requests it, return .execute(FetchBooks(), …) from the reducer, or remove this line.
                    """)
            #expect(found.last?.text.split(separator: "\n").first?.hasPrefix("fact(Opened(title: \"xxx") == true)
            #expect(found.last?.text.split(separator: "\n").first.map { $0.count < 300 } == true)
        }

        @Test("Report · a long chain of causes is shortened to the first and the last ones")
        func longChain() {
            struct Counting: Reducer {
                func reduce(_ state: inout Int, _ number: Int) -> Flow<Self> {
                    number < 30 ? .send(number + 1) : .fault(.custom("It broke.", cause: "It fell.", fix: "Repair it."))
                }
            }
            let line: UInt = #line + 4
            let found = issues {
                let store = TestStore(0, Counting())
                store.exhaustivity = .off
                store.send(1)
                store.finish()
            }
            let last = (12...30).map { "    action \($0)\n" }.joined()
            let chain = "    action 1 (ReportTests.swift:\(line))\n    … and 10 more\n\(last)"
            #expect(found.first?.text.contains("Caused by:\n\(chain)\nTo fix this") == true)
        }

        @Test("Report · values are shown on one line, similar to Swift source")
        func brief() {
            enum Kind { case plain, one(Int), two(a: Int, b: String?), of([String: [Int]]), box(Box) }
            struct Box { var kinds: Set<Int> = [1]; var pair = (1, "a"); var none: Int?; let object = Thing() }
            final class Thing {}
            struct Saying: Reducer {
                func reduce(_ state: inout Int, _ action: Kind) -> Flow<Self> { .none }
            }
            func shown(_ kind: Kind) -> String? {
                issues { TestStore(0, Saying()).receive(kind) }.first?.text.split(separator: " failed").first.map(
                    String.init)
            }
            #expect(shown(.plain) == "receive(.plain)")
            #expect(shown(.one(1)) == "receive(.one(1))")
            #expect(shown(.two(a: 1, b: "x\n")) == #"receive(.two(a: 1, b: "x\n"))"#)
            #expect(shown(.of(["a": [1, 2]])) == #"receive(.of(["a": [1, 2]]))"#)
            #expect(shown(.of([:])) == "receive(.of([:]))")
            #expect(
                shown(.box(Box())) == #"receive(.box(Box(kinds: [1], pair: (1, "a"), none: nil, object: Thing)))"#)
        }
    }
#endif
