import Foundation
import Millrace
import Testing

@testable import MillraceJournal

/// A value with itself within it.
private final class Loop: Codable, Sendable {
    let name: String
    /// Safe: set before the value is in a store, and never changed after that.
    nonisolated(unsafe) var next: Loop?
    init(_ name: String) { self.name = name }
}

private struct Throwing: Codable, Equatable {
    func encode(to encoder: any Encoder) throws { throw CocoaError(.coderInvalidValue) }
}

/// A value whose encoder takes a second of the clock of the process.
private struct Slow: Codable, Equatable {
    func encode(to encoder: any Encoder) throws {
        let end = ContinuousClock.now + .seconds(1)
        while ContinuousClock.now < end {}
        var container = encoder.singleValueContainer()
        try container.encode("done")
    }
}

private struct Secret: Codable, Equatable, Unrecorded { var text: String }

private struct Odd: Reducer {
    struct State: Codable {
        var before = 1
        var loop: Loop
        var throwing = Throwing()
        var slow = Slow()
        var nan = Double.nan
        var large = UInt64.max
        var id = 3_544_790_567_247_868_102
        var decimal = Decimal(string: "123456789012345678901234567890") ?? 0
        var secret = Secret(text: "")
        var after = 2
    }
    enum Action: Codable { case count, type(Secret) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .count: state.after += 1
        case .type(let secret): state.secret = secret
        }
        return .none
    }
}

@MainActor @Suite("What a recorder shows") struct ShowableTests {
    private func recorded(_ actions: [Odd.Action]) async throws -> (state: JSON, text: String, live: Odd.State) {
        let fixture = RingFixture()
        let loop = Loop("ring")
        loop.next = loop
        let store = fixture.store(Odd.State(loop: loop), Odd())
        let recorder = try fixture.recorder()
        for action in actions { store.send(action) }
        await recorder.end()
        let reader = try await fixture.reader()
        let run = try #require(await reader.last)
        #expect(run.turns.count == actions.count)
        let text = try RingFiles.all(in: fixture.folder).map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        return (try #require(await reader.states(after: .max, in: run.name)[store.id.number]), text, store.state)
    }

    @Test(
        "statelyai/xstate#2373: a cycle, an encoder that throws, a slow one and NaN are marked, and all others are shown"
    )
    func odd() async throws {
        let (state, _, live) = try await recorded([.count, .count])
        #expect(live.after == 4)
        #expect(state["before"] == .number(1) && state["after"] == .number(4))
        #expect(state["loop"]?["name"] == .string("ring"))
        #expect(state["loop"]?["next"]?.hidden?.type == "Loop")
        #expect(state["throwing"]?.hidden?.type == "Throwing")
        #expect(state["slow"]?.hidden?.type == "Slow")
        #expect(state["nan"]?.hidden?.type == "Double")
    }

    @Test("temporalio/ui#2670: large numbers keep all their digits") func digits() async throws {
        let (state, _, _) = try await recorded([.count])
        #expect(state["large"] == .number("18446744073709551615"))
        #expect(state["id"] == .number("3544790567247868102"))
        #expect(state["decimal"] == .number("123456789012345678901234567890"))
    }

    @Test("A dictionary whose keys are no texts and no numbers keeps its pairs, sorted by key")
    func pairs() throws {
        let values: [[Int]: String] = [[3]: "a", [1]: "c", [2]: "b"]
        let json = RecordedValue.json(of: values)
        #expect("\(json)" == #"[[1],"c",[2],"b",[3],"a"]"#)
        #expect(try JSONDecoder().decode([[Int]: String].self, from: Data("\(json)".utf8)) == values)
    }

    @Test("rrweb-io/rrweb#78: values of a type that is never recorded are in no file") func secrets() async throws {
        let (state, text, live) = try await recorded([
            .type(Secret(text: "zorq")), .count, .type(Secret(text: "zorquadin")),
        ])
        #expect(live.secret.text == "zorquadin")
        #expect(state["secret"]?.hidden?.type == "Secret")
        #expect(!text.contains("zorq") && !text.contains("adin"))
    }
}
