import Millrace
import MillraceModules
import TestSupport
import Testing

@testable import MillraceWeb
@testable import WebTestSupport

// The column of law 12 for pages. Law12OneSamenessTests has the others. What a page draws is compared by its bytes, so texts with
// other scalars are sent; CanonicalTextTests has this cell.

@MainActor struct SamenessTests {
    @Test(
        "L12 · the row of an equal value is not created, and the button of a same value keeps its reference",
        arguments: SameInput.all)
    func rows(input: SameInput) async throws { try await input.check(in: Rows()) }

    private struct Rows: ComparisonPlace {
        func check<Value: ComparedValue>(_ values: ComparedValues<Value>) throws {
            let shelf = Shelf(first: values.fresh)
            let fixture = PageFixture(root: shelf)
            let browser = try fixture.connectBrowser()
            let (outer, row) = (try browser.reference(of: "Outer"), try browser.reference(of: "Row"))
            let created = shelf.created.withLock { $0 }
            try fixture.store(of: Shelf<Value>.self).send(.set(values.fresh))
            try browser.receiveFrames()
            // A row that does not equal itself is created again.
            if values.fresh == values.fresh {
                #expect(shelf.created.withLock { $0 } == created)
            }
            #expect(try browser.reference(of: "Outer") == outer && browser.reference(of: "Row") == row)
            try fixture.store(of: Shelf<Value>.self).send(.set(values.other))
            try browser.receiveFrames()
            #expect(shelf.created.withLock { $0 } > created)
            #expect(try browser.reference(of: "Outer") != outer)
        }
    }
}

/// A button outside the rows, and a row that counts how often it is created.
private struct Shelf<Value: ComparedValue>: WebModule {
    struct State { var value: Value; var count = 0 }
    enum Action { case set(Value) }

    let first: Value
    let created = Lock(0)

    func state(for _: Void) -> State { State(value: first) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .set(let value): (state.value, state.count) = (value, state.count + 1)
        }
        return .none
    }

    func view(_ state: State) -> HTML<Action> {
        p { "\(state.count)" }
        button("Outer", send: .set(state.value))
        ul {
            each(equatable: [state.value], id: { _ in 1 }, dependingOn: state.value) { value, _ in
                let _ = created.withLock { $0 += 1 }
                li { button("Row", send: .set(value)) }
            }
        }
    }
}
