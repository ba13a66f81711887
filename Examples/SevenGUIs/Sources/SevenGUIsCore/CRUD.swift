import Millrace
package import MillraceExtras

/// Task 5: persons that can be filtered, created, updated and deleted.
package struct CRUD: ComposedReducer {
    package struct Person: Hashable { package var name = "", surname = "" }
    package struct State: Hashable {
        package var persons: [Int: Person] = [:]
        package var selection: Int?
        package var filter = "", input = Person()
        package init() {}

        /// The ids of the persons that the filter shows, in the order of their creation.
        package var visible: [Int] { persons.keys.filter { persons[$0]!.surname.hasPrefix(filter) }.sorted() }
    }
    package enum Action {
        case field(FieldChange<State>), create, update, delete
        var field: FieldChange<State>? { if case .field(let it) = self { it } else { nil } }
    }
    package init() {}

    package var body: some ReducerBody<Self> {
        CombineReducers {
            FieldReducer(\.field)
            Reduce { state, action in
                switch action {
                case .create: state.persons[(state.persons.keys.max() ?? 0) + 1] = state.input
                case .update: if let id = state.selection { state.persons[id] = state.input }
                case .delete: if let id = state.selection { state.persons[id] = nil }
                case .field: break
                }
                return .none
            }
        }
        .onChange(of: \.visible) { _, visible, state in
            if let id = state.selection, !visible.contains(id) { state.selection = nil }
            return .none
        }
    }
}
