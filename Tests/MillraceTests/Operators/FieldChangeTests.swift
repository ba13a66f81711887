import Millrace
import MillraceExtras
import MillraceHistory
import Testing

/// A form: one action for all of its fields.
struct SignUp: ComposedReducer {
    struct Address: Equatable { var city = "", zip: String? }
    struct State: Equatable {
        var name = ""
        var age = 0
        var address = Address()
        var isNameValid = false
        var doubled: Int {
            get { age * 2 }
            set { age = newValue / 2 }
        }
    }
    enum Action: Equatable {
        case field(FieldChange<State>), reset
        var field: FieldChange<State>? { if case .field(let it) = self { it } else { nil } }
    }

    var body: some ReducerBody<Self> {
        FieldReducer(\.field)
        Reduce { state, action in
            switch action {
            case .field(\.name): state.isNameValid = !state.name.isEmpty
            case .field: break
            case .reset: state = State()
            }
            return .none
        }
    }
}

@MainActor struct FieldChangeTests {
    @Test("Forms · one action sets every field, and a reducer can react to one of them")
    func form() async throws {
        try await withEngineFixture { fixture in
            let store = Store(SignUp.State(), SignUp(), on: fixture.engine)
            store.send(.field(.set(\.name, "Ada")))
            store.send(.field(.set(\.age, 36)))
            store.send(.field(.set(\.address.city, "London")))
            store.send(.field(.set(\.address.zip, "W1")))
            #expect(
                store.state
                    == SignUp.State(name: "Ada", age: 36, address: .init(city: "London", zip: "W1"), isNameValid: true))
            store.send(.reset)
            #expect(store.state == SignUp.State())
        }
    }

    @Test("Forms · a change is equal to one of the same field and value, and is printed with both")
    func value() {
        let change = FieldChange<SignUp.State>.set(\.name, "Ada")
        #expect(change == .set(\.name, "Ada") && change != .set(\.name, "Bob") && change != .set(\.age, 3))
        #expect(FieldChange<SignUp.State>.set(\.address.city, "") != .set(\.name, ""))
        #expect(change.value(of: \.name) == "Ada" && change.value(of: \.address.city) == nil)
        #expect("\(change)" == #"name = "Ada""# && change.name == "name")
        #expect("\(FieldChange<SignUp.State>.set(\.address.zip, "W1"))" == #"address.zip = Optional("W1")"#)
        #expect("\(FieldChange<SignUp.State>.set(\.age, 3))" == "age = 3")
        #expect("\(FieldChange<SignUp.State>.set(\.self, SignUp.State()))".hasPrefix("self = "))
        #expect(Mirror(reflecting: change).children.map(\.label) == ["name"])
    }

    @Test("Forms · a computed field is printed without its address, or with the name that it is given")
    func computed() {
        #expect("\(FieldChange<SignUp.State>.set(\.doubled, 4))" == "<computed (Int)> = 4")
        #expect("\(FieldChange<SignUp.State>.set(\.doubled, 4, called: "doubled"))" == "doubled = 4")
        var state = SignUp.State()
        FieldChange<SignUp.State>.set(\.doubled, 4).apply(to: &state)
        #expect(state.age == 2)
    }

    @Test("Forms · a history shows the field and its value, and replays it")
    func history() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let store = Store(SignUp.State(), SignUp(), on: fixture.engine)
            store.send(.field(.set(\.name, "Ada")))
            #expect("\(history.records[0].payload)" == #"field(name = "Ada")"#)
            #expect(history.replay() == nil)
        }
    }

    @Test("Forms · a change is sent from another actor")
    func sendable() async {
        let change = FieldChange<SignUp.State>.set(\.name, "Ada")
        let same = await Task.detached { FieldChange<SignUp.State>.set(\.name, "Ada") == change }.value
        #expect(same)
    }
}
