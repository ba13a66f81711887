#if Testing || App
    import Foundation
    import GuideBlocks
    import Millrace
    import MillraceTesting
    import Testing

    /// Compiles and runs the code of the guide about ids, policies and races.
    @MainActor struct FlowGuideTests {
        @Test("Guides · a sequence with an id, and a race against the clock")
        func flows() {
            let found = issues {
                let store = TestStore(Sync.State(), Sync())
                store.send(.sync)
                store.complete(UploadNotes.self, with: ())
                store.send(.sync)
                store.complete(UploadNotes.self, with: ())
                store.complete(FetchNotes.self, with: ["a"]) { $0.notes = ["a"] }
                store.receive(.report("synced")) { $0.status = "synced" }

                store.send(.fetch)
                store.clock.advance(by: .seconds(10))
                store.receive(.report("too slow")) { $0.status = "too slow" }
                store.finish()
            }
            #expect(found == [])
        }

        @Test("Guides · a flow that is discarded while it waits")
        func discarded() {
            let found = issues {
                let store = TestStore(Sync.State(), Sync())
                store.send(.sync)
                store.send(.save) { $0.status = "saving" }
                store.send(.stop)
                store.receive(.report("not saved")) { $0.status = "not saved" }
                store.finish()
            }
            #expect(found == [])
        }

        @Test("Test store · a cancelled flow leaves no command and no timer in a test store")
        func cancelled() {
            let found = issues {
                let store = TestStore(Sync.State(), Sync())
                store.send(.sync)
                store.complete(UploadNotes.self, with: ())
                store.send(.stop)
                store.send(.fetch)
                store.fail(FetchNotes.self, with: NoNetwork()) { $0.status = "offline" }
                store.send(.both)
                store.fail(UploadNotes.self, with: NoNetwork())
                store.finish()
            }
            #expect(found == [])
        }

        @Test("Test store · a test store reports the commands of a flow that has not ended")
        func unfinished() {
            let found = issues {
                let store = TestStore(Sync.State(), Sync())
                store.send(.fetch)
                store.finish()
            }
            #expect(found.contains { $0.text.contains("FetchNotes") })
        }

        @Test("Guides · an exploration of a race")
        func exploration() {
            let found = issues {
                let exploration = Sync.explorer.check()
                #expect(exploration.isComplete)
            }
            #expect(found == [])
        }

        @Test("Test store · an exploration without the race finds the late answer")
        func withoutRace() {
            let found = issues { Sync(isRace: false).explored.check() }
            #expect(found.count == 1 && found.first?.text.contains("an answer after the time limit") == true)
        }

        @Test("Guides · every code block about ids, policies and races is in the tests")
        func guide() throws {
            let guide = try Guide(at: "Sources/Millrace/Millrace.docc/FlowsTogether.md")
            #expect(guide.blocks.count >= 4)
            #expect(try guide.strays(in: "Tests/MillraceTestingTests/FlowGuideTests.swift") == [])
        }
    }

    struct NoNetwork: Error, Hashable {}

    struct FetchNotes: Command, Equatable {
        typealias Output = [String]
        typealias Failure = NoNetwork
    }

    struct UploadNotes: Command, Equatable {
        typealias Output = Void
        typealias Failure = NoNetwork
    }

    struct Sync: Reducer {
        struct State: Hashable { var notes: [String] = []; var status = "" }
        enum Action: Equatable {
            case sync, save, stop, fetch, both, report(String)
            case fetched(Event<FetchNotes>), uploaded(Event<UploadNotes>)
        }

        var isRace = true

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .sync:
                return .execute(UploadNotes(), as: Action.uploaded)
                    .then(.execute(FetchNotes(), as: Action.fetched))
                    .then(.send(.report("synced")))
                    .id("sync", policy: .latest)
            case .stop:
                return .cancel("sync")
            case .save:
                state.status = "saving"
                return .execute(UploadNotes(), as: Action.uploaded, onCancel: .report("not saved"))
                    .then(.send(.report("saved")))
                    .id("sync", policy: .queue)
            case .fetch where isRace:
                return .race([
                    .execute(FetchNotes(), as: Action.fetched),
                    .after(.seconds(10), .send(.report("too slow"))),
                ]).id("fetch", policy: .first)
            case .fetch:
                return .execute(FetchNotes(), as: Action.fetched)
                    .and(.after(.seconds(10), .send(.report("too slow"))))
            case .both:
                return .all(
                    [.execute(UploadNotes(), as: Action.uploaded), .execute(FetchNotes(), as: Action.fetched)],
                    stopsAtFirstFailure: true)
            case .report(let status):
                state.status = status
            case .fetched(.data(let notes)):
                state.notes = notes
            case .fetched(.failure):
                state.status = "offline"
            case .fetched, .uploaded:
                break
            }
            return .none
        }
    }

    extension Sync {
        static var explorer: Explorer<Sync> { Sync().explored }

        var explored: Explorer<Sync> {
            Explorer(State(), self)
                .actions { state in state.status.isEmpty && state.notes.isEmpty ? [.fetch] : [] }
                .outcomes(of: FetchNotes.self) { _ in [.complete(["a"]), .fail(NoNetwork())] }
                .never("an answer after the time limit") {
                    $0.state.status == "too slow" && $0.state.notes == ["a"]
                }
                .sometimes("a time limit") { $0.state.status == "too slow" }
        }
    }
#endif
