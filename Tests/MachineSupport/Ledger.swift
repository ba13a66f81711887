#if PostgreSQL && App
    package import Millrace
    package import MillraceDurable

    /// A list of messages, in the order in which they were reduced. Each one is known by its client and its number.
    package struct Ledger: Reducer {
        /// A message that was reduced.
        package struct Entry: Codable, Hashable, Identifiable, Sendable {
            /// The number of entries before it.
            package let place: Int
            package let client: Int
            package let number: Int
            /// The opening of the engine that has reduced it.
            package let owner: String
            package var id: Int { place }

            package init(place: Int, client: Int, number: Int, owner: String) {
                (self.place, self.client, self.number, self.owner) = (place, client, number, owner)
            }
        }

        package struct State: DurableState, Equatable, Sendable {
            package var entries: [Entry] = []
            package static var rows: [DurableRows<State>] { [.elements("entries", \.entries)] }

            package init() {}
        }

        package enum Action: Codable, Equatable, Sendable { case append(client: Int, number: Int) }

        /// The name of the store in each engine.
        package static let name = "ledger"
        private let owner: String

        /// - Parameter owner: Names the opening of the engine. Another opening has another name.
        package init(owner: String) { self.owner = owner }

        package func reduce(_ state: inout State, _ action: Action) -> Flow<Ledger> {
            switch action {
            case .append(let client, let number):
                state.entries.append(
                    Entry(place: state.entries.count, client: client, number: number, owner: owner))
            }
            return .none
        }

        /// The id of a message.
        package static func id(client: Int, number: Int) -> String { "\(client)-\(number)" }
    }
#endif
