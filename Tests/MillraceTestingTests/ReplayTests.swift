#if Testing || App
    import MillraceExtras
    import MillraceHistory
    import Foundation
    import Millrace
    import MillraceJournal
    import MillraceTesting
    import TestSupport
    import Testing

    @MainActor struct ReplayTests {
        /// A session with everything: both kinds of handlers, failures, children, delays, sequences, facts and outputs.
        private func everything() async -> String {
            await record { store in
                store.send(.add(1))
                store.send(.fetch("Poetry"))
                await store.settleInTime()
                store.send(.fetch("none"))
                await store.settleInTime()
                store.clock.advance(by: .milliseconds(500))
                await store.settleInTime()
                store.send(.stamp(["c", "a", "b", "e", "d"]))
                store.send(.stamp([]))
                store.send(.lend)
                store.send(.wait)
                store.send(.wait)
                store.clock.advance(by: .seconds(5))
                store.send(.inTurn)
                await store.settleInTime()
                for number in 1...3 { store.send(.open(number)) }
                store.send(.leaf(.load))
                store.send(.leaves(2, .load))
                await store.settleInTime()
                store.send(.leaf(.load))
                store.send(.open(nil))
                await store.settleInTime()
                store.send(.leaf(.load))
                store.fault(.missingChild)
            }
        }

        private func count(_ outcome: Replay<Catalog>.Outcome) -> Int? {
            if case .same(let summary) = outcome { summary.turns } else { nil }
        }

        @Test("Replay · a session with everything matches its recording, and nothing is performed")
        func everythingIsSame() async throws {
            let text = await everything()
            let recording = try Recording(text)
            #expect(recording.reducer == "Catalog")
            #expect(recording.count == 45)
            #expect(try count(Replay(recording, Catalog()).run()) == recording.count)
            // A warning names the fact that is not encodable.
            let found = issues { Replay(text, Catalog()).check() }
            #expect(found.map(\.isWarning) == [true])
            #expect(found.first?.text.contains("1 × values of Rang, which is not Encodable") == true)
        }

        @Test("Replay · a recording in which the store reduced nothing is a failure")
        func nothing() async throws {
            let text = await record { _ in }
            guard case .nothing(let summary) = try Replay(text, Catalog()).run() else {
                Testing.Issue.record("Nothing was compared.")
                return
            }
            #expect(summary.turns == 0 && summary.states == 0)
            let line: UInt = #line + 1
            let found = issues { Replay(text, Catalog()).check() }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            Nothing was compared, because the recording has no action of Catalog in its 0 turns.

                            To fix this, record a session in which the store reduces an action.
                            """)
                ])
        }

        @Test("Replay · a recording of another reducer is refused")
        func otherReducer() async throws {
            struct Other: Reducer {
                func reduce(_ state: inout Catalog.State, _ action: Catalog.Action) -> Flow<Self> { .none }
            }
            let text = await record { $0.send(.add(1)) }
            #expect(throws: RecordingError.otherReducer(recorded: "Catalog", today: "Other")) {
                try Replay(text, Other()).run()
            }
        }

        @Test("Replay · ten thousand turns match, and the last is compared like the first")
        func tenThousand() throws {
            let turns = repetitions(10_000)
            let engine = Engine(scheduler: TestClock())
            let history = History(records: turns)
            engine.history = history
            let store = Store(Catalog.State(), Catalog(), on: engine)
            for number in 1...turns { store.send(.add(number)) }
            let text = try history.recording(of: store)
            #expect(try count(Replay(text, Catalog()).run()) == turns)
            struct Late: Reducer {
                let turns: Int
                func reduce(_ state: inout Catalog.State, _ action: Catalog.Action) -> Flow<Self> {
                    if case .add(let number) = action { state.count += number < turns ? number : 0 }
                    return .none
                }
            }
            guard case .different(let difference, _) = try Replay(text, Late(turns: turns), recordedAs: "Catalog").run()
            else {
                Testing.Issue.record("The replay must differ from its recording.")
                return
            }
            let line = text.split(separator: "\n")[difference.line - 1]
            #expect(difference.turn == turns && line.hasPrefix(#"{"id":\#(turns),"#))
        }

        @Test("Replay · the first turn with a different state is reported, with both states and the causes")
        func differentState() async throws {
            struct Shouting: Reducer {
                func reduce(_ state: inout Catalog.State, _ action: Catalog.Action) -> Flow<Self> {
                    switch action {
                    case .fetch(let shelf):
                        return .execute(
                            FetchTitles(shelf: shelf), as: Catalog.Action.fetched, policy: .latest,
                            retry: .times(1, delay: .milliseconds(500)), timeout: .after(.seconds(9)))
                    case .fetched(.data(let titles)): state.titles = titles.map { $0.uppercased() }
                    case .fetched(.progress): state.isLoading = true
                    default: break
                    }
                    state.isLoading = state.isLoading && state.titles.isEmpty
                    return .none
                }
            }
            let text = await record { store in
                store.send(.fetch("Poetry"))
                await store.settleInTime()
                store.send(.add(1))
            }
            let line: UInt = #line + 1
            let found = issues { Replay(text, Shouting(), recordedAs: "Catalog").check() }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            In turn 4, line 5 of the recording, Shouting reduces .fetched(.data(["Poetry", "Emma"])), but the state differs from the recording.

                                  Catalog.State(
                                    titles: [
                                -     [0]: "Poetry",
                                +     [0]: "POETRY",
                                -     [1]: "Emma"
                                +     [1]: "EMMA"
                                    ],
                                    marks: Set([]),
                                    error: nil,
                                    isLoading: false,
                                    count: 0,
                                    leaf: nil,
                                    leaves: [:]
                                  )

                                (- recorded, + today)

                            Caused by:
                                action .fetch
                                command FetchTitles
                                event Event<FetchTitles>.data

                            To fix this, fix the reducer. If the new behavior is intended, record the session again.
                            """)
                ])
            guard case .different(let difference, _) = try Replay(text, Shouting(), recordedAs: "Catalog").run(),
                case .state(let recorded, let today) = difference.subject
            else {
                Testing.Issue.record("The replay must differ from its recording.")
                return
            }
            #expect(recorded.titles == ["Poetry", "Emma"] && today.titles == ["POETRY", "EMMA"])
            #expect(difference.turn == 4 && difference.line == 5 && difference.causes.count == 3)
        }

        @Test("Replay · the first turn with different requests is reported, with both lists")
        func differentRequests() async throws {
            struct Quiet: Reducer {
                func reduce(_ state: inout Catalog.State, _ action: Catalog.Action) -> Flow<Self> {
                    switch action {
                    case .stamp(let marks):
                        state.marks = Set(marks)
                        return .execute(Stamp(marks: state.marks), as: Catalog.Action.stamped, id: 1, policy: .queue)
                    case .stamped(.data(let count)): state.count += count
                    case .lend: return .post(Lent(titles: ["x"])).and(.post(Rang())).and(.send(.add(1)))
                    default: break
                    }
                    return .none
                }
            }
            let text = await record { store in
                store.send(.stamp(["a"]))
                store.send(.lend)
            }
            let line: UInt = #line + 1
            let found = issues { Replay(text, Quiet(), recordedAs: "Catalog").check() }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            In turn 4, line 5 of the recording, Quiet reduces .lend, but the requests in its flow differ from the recording.

                                - post {"type":"Lent","value":{"titles":["a"]}}
                                + post {"type":"Lent","value":{"titles":["x"]}}
                                  post {"type":"Rang"}
                                - output {"type":"Output","case":"chosen","value":{"chosen":{"_0":"all"}}}
                                + send {"type":"Action","case":"add","value":{"add":{"_0":1}}}

                                (- recorded, + today)

                            To fix this, fix the reducer. If the new behavior is intended, record the session again.
                            """)
                ])
        }

        @Test("Replay · each missing and each new request has its own line")
        func lineOfRequests() async throws {
            struct Other: Reducer {
                let flow: Flow<Other>
                func reduce(_ state: inout Catalog.State, _ action: Catalog.Action) -> Flow<Self> { flow }
            }
            let text = await record { $0.send(.stamp([])) }
            func detail(_ flow: Flow<Other>) -> [Substring] {
                let text = issues { Replay(text, Other(flow: flow), recordedAs: "Catalog").check() }.first?.text ?? ""
                return text.split(separator: "\n\n").dropFirst().first?.split(separator: "\n") ?? []
            }
            let missing = #"    - execute {"command":"Stamp","value":{"marks":[]},"id":0,"policy":"queue"}"#
            #expect(detail(.none) == [missing[...]])
            #expect(detail(.cancel("a")) == [missing[...], #"    + cancel {"id":"a"}"#])
        }

        @Test("Replay · policy, id, retry, delay and the order of a sequence are compared")
        func partsOfRequests() async throws {
            typealias State = Catalog.State
            struct Other: Reducer {
                let flow: Flow<Other>
                func reduce(_ state: inout State, _ action: Catalog.Action) -> Flow<Self> { flow }
            }
            struct Doing: Reducer {
                let flow: Flow<Doing>
                func reduce(_ state: inout State, _ action: Catalog.Action) -> Flow<Self> { flow }
            }
            let command = FetchTitles(shelf: "a")
            func flows<R: Reducer>(_ type: R.Type) -> [Flow<R>]
            where R.Action == Catalog.Action {
                [
                    .execute(command), .execute(command, as: R.Action.fetched),
                    .execute(command, as: R.Action.fetched, policy: .latest),
                    .execute(command, as: R.Action.fetched, policy: .first),
                    .execute(command, as: R.Action.fetched, id: "a"), .execute(command, as: R.Action.fetched, id: 1),
                    .execute(command, as: R.Action.fetched, retry: .times(1)),
                    .execute(command, as: R.Action.fetched, retry: .times(1, delay: .seconds(1))),
                    .execute(command, as: R.Action.fetched, timeout: .after(.seconds(1))),
                    .execute(FetchTitles(shelf: "b")), .execute(Stamp(marks: ["a", "b", "c"])),
                    .execute(Stamp(marks: ["a", "b", "d"])),
                    .cancel("a", includingChildren: true), .cancel("a"), .cancel(FetchTitles.self), .cancel(Stamp.self),
                    .post(Rang()),
                    .post(Lent(titles: [])), .send(.add(1)), .send(.add(2)), .send(.stamp(["a"])),
                    .after(.seconds(1), .send(.add(1))), .after(.milliseconds(1_001), .send(.add(1))),
                    .after(.seconds(1), .send(.add(2))), .after(.seconds(1), .send(.add(1)), id: "a"),
                    .debounce(.seconds(1), id: "a", .send(.add(1))), .throttle(.seconds(1), id: "a", .send(.add(1))),
                    .throttle(.seconds(1), id: "a", latest: false, .send(.add(1))),
                    .sequence([.send(.add(1)), .send(.add(2))]), .sequence([.send(.add(2)), .send(.add(1))]),
                    .send(.add(1)).then(.send(.add(2)), evenAfterFailure: true),
                    .merge([.send(.add(1)), .send(.add(2))]), .merge([.send(.add(1))]).and(.send(.add(3))),
                    .send(.add(1)).then(.send(.add(2))).id("a"), .send(.add(1)).then(.send(.add(2))).id("b"),
                    .send(.add(1)).then(.send(.add(2))).id("a", policy: .latest),
                    .send(.add(1)).then(.send(.add(3))).id("a"),
                    .race([.send(.add(1)), .send(.add(2))]), .race([.send(.add(2)), .send(.add(1))]),
                    .race([.send(.add(1)), .execute(Stamp(marks: ["a", "b", "c"]))]),
                    .all([.send(.add(1)), .send(.add(2))], stopsAtFirstFailure: true),
                    .fault(.custom("It broke.", cause: "It fell.", fix: "Repair it.")),
                    .fault(.custom("It burned.", cause: "It fell.", fix: "Repair it.")),
                    .after(.seconds(1), .execute(Stamp(marks: ["a", "b", "c"]))),
                    .sequence([.send(.add(1)), .execute(Stamp(marks: ["a", "b", "c"]))]),
                    .merge([.send(.add(1)), .execute(Stamp(marks: ["a", "b", "c"]))]), .none,
                ]
            }
            for (place, flow) in flows(Doing.self).enumerated() {
                let store = Store(State(), Doing(flow: flow), on: Engine(scheduler: TestClock()))
                store.engine.onFault = { _ in }
                let history = History(records: 100)
                store.engine.history = history
                store.engine.middleware = [
                    Interceptor { $0.cause == 0 ? .pass : .drop }
                ]
                store.send(.add(0))
                let text = try history.recording(of: store)
                for (other, flow) in flows(Other.self).enumerated() {
                    let outcome = try Replay(text, Other(flow: flow), recordedAs: "Doing").run()
                    var isSame: Bool { if case .same = outcome { true } else { false } }
                    #expect(isSame == (place == other), "\(flow) after \(text)")
                }
                store.engine.shutdown()
            }
        }

        @Test("Replay · an action with a removed case is reported with its line")
        func caseGone() async throws {
            struct Small: Reducer {
                enum Action: Codable { case add(Int) }
                func reduce(_ state: inout Catalog.State, _ action: Action) -> Flow<Self> {
                    if case .add(let number) = action { state.count += number }
                    return .none
                }
            }
            let text = await record { store in
                store.send(.add(1))
                store.send(.lend)
            }
            let line: UInt = #line + 1
            let found = issues { Replay(text, Small(), recordedAs: "Catalog").check() }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            Cannot replay the recording. Line 3: The action {"lend":{}} cannot be \
                            decoded by the current types: Invalid number of keys found, expected one.

                            To fix this, make the type decode the recorded JSON (give missing fields default values and \
                            restore removed cases), or replace the recording with a new one.
                            """)
                ])
            #expect(throws: RecordingError.self) { try Replay(text, Small(), recordedAs: "Catalog").run() }
        }

        @Test("Replay · a state of an older type is reported with its missing property")
        func olderState() async throws {
            let text = sealed(
                (await record { $0.send(.add(1)) }).replacing(#","isLoading":false"#, with: "", maxReplacements: 1))
            let line: UInt = #line + 1
            let found = issues { Replay(text, Catalog()).check() }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            Cannot replay the recording. Line 1: The state cannot be decoded by the \
                            current types: There is no "isLoading".

                            To fix this, make the type decode the recorded JSON (give missing fields default values and \
                            restore removed cases), or replace the recording with a new one.
                            """)
                ])
        }

        @Test("Replay · a recording with an incomplete last line is replayed up to it, with a warning")
        func cut() async throws {
            let text = await record { store in
                store.send(.add(1))
                store.send(.add(2))
            }
            let line: UInt = #line + 1
            let found = issues { Replay(String(text.dropLast(10)), Catalog()).check() }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            The last line of the recording, line 4, is incomplete, probably because the program ended while writing it. The 2 turns before it were replayed without a mismatch.
                            """,
                        isWarning: true)
                ])
        }

        @Test("Replay · a missing file fails the test")
        func missingFile() {
            let line: UInt = #line + 1
            let found = issues { Replay(URL(filePath: "/nowhere/lost.jsonl"), Catalog()).check() }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            Cannot replay lost.jsonl. The recording lost.jsonl cannot be read: there \
                            is no such file.

                            To fix this, pass the path of a recording.
                            """)
                ])
        }

        @Test("Replay · states, actions, commands and facts with sets are compared as values")
        func sets() async throws {
            let text = await record { store in
                store.send(.stamp(["a", "b", "c"]))
                store.send(.lend)
            }
            for order in [["a", "b", "c"], ["c", "b", "a"], ["b", "a", "c"]] {
                let marks = "[\(order.map { "\"\($0)\"" }.joined(separator: ","))]"
                let other = sealed(
                    text.replacing(/"(marks|titles)":\[("[abc]",?)+\]/) { "\"\($0.output.1)\":\(marks)" })
                #expect(other.matches(of: /"marks":\[/).count > 1)
                #expect(issues { Replay(other, Catalog()).check() }.filter { !$0.isWarning } == [])
                for place in [#""command":"Stamp","value":{"marks":"#, #""type":"Lent","value":{"titles":"#] {
                    let wrong = sealed(other.replacing(place + marks, with: place + #"["a","b","d"]"#))
                    #expect(issues { Replay(wrong, Catalog()).check() }.count == 1)
                }
            }
        }

        @Test("Replay · a recording may have other spaces, escapes, and member orders")
        func byHand() throws {
            struct Saying: Reducer {
                func reduce(_ state: inout [String], _ action: String) -> Flow<Self> {
                    state.append(action)
                    return .none
                }
            }
            let text = #"""
                { "version" : 1, "state" : [ ], "reducer" : "Saying",
                """#.replacing("\n", with: "") + #""format" : "millrace.recording" }"# + "\r\n\r\n"
                    + #"""
                    {"type":"String","kind":"action","id":7,"time":0.25,
                    """#.replacing("\n", with: "") + #"""
                    "reductions":[{"action":"\u00e9\ud83d\ude00\"\\\/\n\r\t\b\f","state":["é😀\"\\/\n\r\t\u0008\u000c"]}]}
                    """#
            guard case .same = try Replay(text, Saying()).run() else {
                Testing.Issue.record("It must be the same.")
                return
            }
        }

        @Test("Replay · after a gap in the history, a replay continues from the recorded state")
        func gap() async throws {
            let text = await record { store in
                store.send(.add(1))
                let history = store.engine.history
                store.engine.history = nil
                store.store.send(.add(1))
                store.engine.history = history
                store.send(.add(1))
            }
            #expect(try count(Replay(text, Catalog()).run()) == 2)
        }

        @Test("Replay · properties that are not encoded do not count, and NaN equals NaN")
        func unwritten() throws {
            struct Measuring: Reducer {
                struct State: Codable, Equatable {
                    var value = Double.nan
                    var scratch = 0
                    enum CodingKeys: CodingKey { case value }
                }
                func reduce(_ state: inout State, _ action: Int) -> Flow<Self> {
                    state.scratch += action
                    return .none
                }
            }
            let store = Store(Measuring.State(), Measuring(), on: Engine())
            let history = History(records: 10)
            store.engine.history = history
            for number in 1...3 { store.send(number) }
            let outcome = try Replay(history.recording(of: store), Measuring()).run()
            guard case .same(let summary) = outcome, summary.states == 3 else {
                Testing.Issue.record("\(outcome)")
                return
            }
        }
    }
#endif
