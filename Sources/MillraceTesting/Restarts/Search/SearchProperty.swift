#if SQLite || App
    import Millrace

    /// A property of all worlds of a ``RestartSearch``.
    struct SearchProperty<State, Turn> {
        enum Kind {
            /// The condition is true in every world, or in every turn.
            case always((State) -> Bool)
            case everyTurn((Turn) -> Bool)
            /// The condition is true in at least one world, or in at least one turn.
            case sometimes((State) -> Bool)
            case someTurn((Turn) -> Bool)
            /// From every world with the first condition, effects in flight can lead to one with the second.
            case eventually(from: (State) -> Bool, (State) -> Bool)
            /// In every world except end states, a step is possible that is not an end of a process.
            case noDeadEnd(except: (State) -> Bool)
        }

        let name: String
        let kind: Kind
    }

    extension SearchProperty {
        /// Creates the property of an explorer; `nil` for one that this search does not check, or checks always.
        ///
        /// - Parameters:
        ///   - part: Returns the part of a state that the property is about.
        ///   - turn: Returns the turn of that part; `nil` for another one's.
        init?<R: Reducer>(
            _ property: Property<R>, part: @escaping (State) -> SystemState<R>,
            turn: @escaping (Turn) -> HostedTurn<R>?
        ) {
            name = property.name
            switch property.kind {
            case .always(.state(let holds)): kind = .always { holds(part($0)) }
            case .always(.step(let holds)):
                kind = .everyTurn { turn($0).map { holds($0.before, $0.action, $0.after) } ?? true }
            case .sometimes(.state(let holds)): kind = .sometimes { holds(part($0)) }
            case .sometimes(.step(let happens)):
                kind = .someTurn { turn($0).map { happens($0.before, $0.action, $0.after) } ?? false }
            case .eventually(let start, _, let happens):
                kind = .eventually(from: { start?(part($0)) ?? true }, { happens(part($0)) })
            case .noDeadEnd(let isEnd): kind = .noDeadEnd { isEnd(part($0)) }
            case .noFault, .deterministic: return nil
            }
        }
    }
#endif
