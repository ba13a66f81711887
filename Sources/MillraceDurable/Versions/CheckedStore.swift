#if SQLite || App
    import Millrace

    /// A store whose kept actions are reduced again.
    protocol CheckedStore: AnyObject {
        var actionType: String { get }
        func reduce(_ action: String) throws
        /// Returns the changes since the last call.
        func takeChanges() throws -> [StoredID: StoredValue?]
        /// Whether the state is that of stored values.
        func isSame(as values: [StoredID: StoredValue]) throws -> Bool
    }

    final class ReducedStore<R: Reducer>: CheckedStore where R.State: Codable, R.Action: Codable {
        private let name: String
        private let reducer: R
        private let coding = StateCoding<R.State>()
        private var before: R.State
        private var state: R.State

        struct Empty: Error {}

        init(_ name: String, _ reducer: R, _ values: [StoredID: StoredValue]) throws {
            (self.name, self.reducer) = (name, reducer)
            guard let state = try coding.decode(values) else { throw Empty() }
            (before, self.state) = (state, state)
        }

        var actionType: String { "\(R.Action.self)" }

        func reduce(_ action: String) throws {
            _ = reducer.reduce(&state, try JSONCoding.decode(Array(action.utf8), as: R.Action.self))
        }

        func isSame(as values: [StoredID: StoredValue]) throws -> Bool {
            guard let stored = try StateCoding<R.State>().decode(values) else { return false }
            // Through the coding, because it can lose what a state has in memory.
            return areSame(try StateCoding<R.State>.copy(of: state), stored)
        }

        func takeChanges() throws -> [StoredID: StoredValue?] {
            defer { before = state }
            return try coding.changes(from: before, to: state, of: name)
        }
    }
#endif
