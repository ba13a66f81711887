#if Testing || App
    import MillraceHistory
    import MillraceModules
    import Foundation
    import Millrace
    import MillraceJournal
    import MillraceTesting
    import Testing

    @MainActor struct ModuleReplayTests {
        /// A session of two modules in a navigator, one of which sends inputs to the other: the history, and their
        /// recordings.
        private func session() throws -> (history: History, aisle: String, sieve: String) {
            let engine = Engine(scheduler: TestClock())
            let history = History(records: 1_000)
            engine.history = history
            // Some of the ports have no module.
            engine.onFault = { #expect($0.kind == .portNotConnected) }
            engine.handle(FetchTitles.self) { [$0.shelf] }
            let window = Navigator(root: Aisle(), with: 3, on: engine)
            let aisle = try #require(window.store(of: Aisle.self))
            aisle.send(.openFilter)
            let sieve = try #require(window.store(of: Sieve.self))
            for mark in ["a", "b", "c", "d", "e"] { aisle.send(.narrow(mark)) }
            window.request(.back(from: window.tree.scenes[0].id))
            aisle.send(input: .clear)
            aisle.send(input: .narrow("f"))
            aisle.send(.leave)
            #expect(aisle.state.filtered.count == 6 && sieve.state.marks.count == 6)
            #expect(window.tree.scenes.count == 4)
            return (history, try history.recording(of: aisle), try history.recording(of: sieve))
        }

        @Test("Replay · modules of a navigator that send inputs to each other match their recordings")
        func same() throws {
            let (history, aisle, sieve) = try session()
            #expect(issues { Replay(aisle, Aisle()).check() }.filter { !$0.isWarning } == [])
            #expect(issues { Replay(sieve, Sieve()).check() }.filter { !$0.isWarning } == [])
            #expect(history.replay() == nil)
            let kinds = history.records.map(\.kind)
            #expect(kinds.contains(.request) && kinds.contains(.transition) && kinds.contains(.input))
            let recording = try Recording(sieve)
            #expect(recording.count == kinds.count)
            // Turns that no store reduced are included.
            #expect(sieve.components(separatedBy: #""kind":"input","type":"Input","case":"narrow""#).count == 15)
            #expect(sieve.components(separatedBy: #""outcome":"discarded""#).count == 8)
            // Six inputs were `narrow`, and one was `reset`.
            #expect(sieve.components(separatedBy: #""reductions""#).count == 8)
        }

        @Test("Replay · a different input, port or transition is reported in the recording's format, with the causes")
        func different() throws {
            let (_, aisle, sieve) = try session()
            guard case .different(let difference, _) = try Replay(aisle, Elsewhere(), recordedAs: "Aisle").run(),
                case .requests(let recorded, let today) = difference.subject
            else {
                Testing.Issue.record("The replay must differ from its recording.")
                return
            }
            let input = #"input {"type":"Input","case":"narrow","value":{"narrow":{"_0":"a"}}}"#
            #expect(recorded == [input + #", port "first""#] && today == [input + #", port "second""#])
            guard case .different(let other, _) = try Replay(sieve, Helpless(), recordedAs: "Sieve").run(),
                case .requests(let recorded, let today) = other.subject
            else {
                Testing.Issue.record("The replay must differ from its recording.")
                return
            }
            #expect(recorded[0].hasPrefix(#"transition {"type":"Transition","case":"help","value":{"help":{"_0":["#))
            #expect(today == [#"transition {"type":"Transition","case":"help","value":{"help":{"_0":[]}}}"#])
            #expect(other.causes == ["input Input.clear", "input Input.reset"])
        }
    }

    /// Sends its input to another port.
    private struct Elsewhere: Reducer {
        typealias Output = Aisle.Output
        typealias Transition = Aisle.Transition

        func reduce(_ state: inout Aisle.State, _ action: Aisle.Action) -> Flow<Self> {
            switch action {
            case .fetched(.data(let titles)): state.titles = titles
            case .openFilter: return .transition(.filter)
            case .narrow(let text, _): return .send(.narrow(text), to: Aisle.second)
            default: break
            }
            return .none
        }
    }

    /// Returns another transition.
    private struct Helpless: Reducer {
        typealias Output = Sieve.Output
        typealias Transition = Sieve.Transition

        func reduce(_ state: inout Sieve.State, _ action: Sieve.Action) -> Flow<Self> {
            switch action {
            case .set(let text):
                state.text = text
                state.marks.insert(text)
                return .output(text).and(.send(.narrow(text), to: Navigator.Port<Sieve>("own")))
            case .clear:
                state.text = ""
                return .transition(.help([]))
            }
        }
    }
#endif
