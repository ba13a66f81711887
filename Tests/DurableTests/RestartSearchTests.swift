#if SQLite || App
    import Millrace
    import MillraceTesting
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// The explorer restarts a durable feature after every step.
    @MainActor @Suite("Restarts after every step") struct RestartSearchTests {
        /// Parcels that are sent by a command, and a reminder.
        struct Parcels: DurableParent {
            struct Parcel: Codable, Hashable, Identifiable {
                let id: Int
                var isSending = false
                var receipt: Int?
                var isSent = false
            }

            struct State: DurableState, Hashable {
                var parcels: [Parcel] = []
                var createdCount = 0
                var isWaiting = false
                var reminders = 0
                static var rows: [DurableRows<State>] { [.elements("parcels", \.parcels)] }
            }

            enum Action: Codable, Hashable {
                case send(Int), remove(Int), wait, remind
                case parcel(Int, Parcels.ParcelAction)
                case answered(Int, Int?)
            }

            enum ParcelAction: Codable, Hashable { case send, answered(Int?) }

            /// How a parcel is sent.
            enum Way: Sendable { case retried, cancelled, failing, byRoot }
            var way = Way.retried

            static var durableChildren: [DurableChild<Parcels>] {
                [.elements("parcels", Sending.self, at: \.parcels, Action.parcel)]
            }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Parcels> {
                switch action {
                case .send(let id):
                    if state.parcels.contains(where: { $0.id == id }) { return .none }
                    state.parcels.append(Parcel(id: id, isSending: true))
                    state.createdCount += 1
                    if way == .byRoot { return .execute(SendByRoot(parcel: id)) }
                    return .send(.parcel(id, .send))
                case .parcel(let id, let action):
                    return Sending(way: way).reduce(&state.parcels, id: id, action).map(
                        Action.parcel, at: \.parcels, id: id)
                case .answered(let id, let receipt):
                    return Sending(way: way).reduce(&state.parcels, id: id, .answered(receipt)).map(
                        Action.parcel, at: \.parcels, id: id)
                case .remove(let id): state.parcels.removeAll { $0.id == id }
                case .wait:
                    state.isWaiting = true
                    return .after(.seconds(60), .send(.remind), id: "remind")
                case .remind:
                    state.isWaiting = false
                    state.reminders += 1
                }
                return .none
            }
        }

        /// One parcel.
        struct Sending: Reducer {
            var way = Parcels.Way.retried
            func reduce(_ state: inout Parcels.Parcel, _ action: Parcels.ParcelAction) -> Flow<Sending> {
                switch action {
                case .send:
                    return switch way {
                    case .retried, .byRoot: .execute(SendParcel(parcel: state.id))
                    case .cancelled: .execute(SendCancelled(parcel: state.id))
                    case .failing: .execute(SendFailing(parcel: state.id))
                    }
                case .answered(let receipt): (state.isSending, state.isSent, state.receipt) = (false, true, receipt)
                }
                return .none
            }
        }

        struct SendParcel: DurableCommand, Hashable {
            typealias Output = Int
            static let durableName = "send"
            static var interruption: Interruption<SendParcel> { .runAgain(starts: 2) }
            let parcel: Int
            func response(to event: Event<SendParcel>) -> Parcels.ParcelAction { .answered(event.output) }
        }

        /// A planted bug: an interruption cancels it, and the state is not changed.
        struct SendCancelled: DurableCommand, Hashable {
            typealias Output = Int
            static let durableName = "send cancelled"
            static var interruption: Interruption<SendCancelled> { .cancel }
            let parcel: Int
            func response(to event: Event<SendCancelled>) -> Parcels.ParcelAction { .answered(event.output) }
        }

        /// A planted bug: an interruption is a failure, which counts as sent.
        struct SendFailing: DurableCommand, Hashable {
            typealias Output = Int
            typealias Failure = Refused
            static let durableName = "send failing"
            static var interruption: Interruption<SendFailing> { .fail(Refused()) }
            let parcel: Int
            func response(to event: Event<SendFailing>) -> Parcels.ParcelAction { .answered(event.output) }
        }

        /// A planted bug: the root requests it, so that the removal of the parcel does not cancel it.
        struct SendByRoot: DurableCommand, Hashable {
            typealias Output = Int
            static let durableName = "send by root"
            static var interruption: Interruption<SendByRoot> { .runAgain(starts: 2) }
            let parcel: Int
            func response(to event: Event<SendByRoot>) -> Parcels.Action { .answered(parcel, event.output) }
        }

        /// Searches with a number of parcels and a reminder.
        private func search(
            _ way: Parcels.Way = .retried, parcels: Int = 1, reminds: Bool = false,
            _ plant: @escaping (MemoryBackend) -> any DurableBackend = { $0 }
        ) async throws -> RestartExploration {
            let explorer = Explorer(Parcels.State(), Parcels(way: way))
                .actions { state in
                    var actions: [Parcels.Action] = []
                    if state.createdCount < parcels { actions.append(.send(state.createdCount + 1)) }
                    if let first = state.parcels.first, first.isSending, parcels == 1 {
                        actions.append(.remove(first.id))
                    }
                    if reminds, !state.isWaiting, state.reminders == 0 { actions.append(.wait) }
                    return actions
                }
                .outcomes(of: SendParcel.self) { [.complete($0.parcel * 10)] }
                .outcomes(of: SendCancelled.self) { [.complete($0.parcel * 10)] }
                .outcomes(of: SendFailing.self) { [.complete($0.parcel * 10), .fail(Refused())] }
                .outcomes(of: SendByRoot.self) { [.complete($0.parcel * 10)] }
                .always("reminded at most once") { $0.state.reminders <= 1 }
                .eventually("reminded", from: { $0.state.isWaiting }) { !$0.state.isWaiting }
                .always("sent with a receipt") {
                    $0.state.parcels.allSatisfy { !$0.isSent || $0.receipt == $0.id * 10 }
                }
                .eventually("an end", from: { $0.state.parcels.contains(where: \.isSending) }) {
                    !$0.state.parcels.contains(where: \.isSending)
                }
            return try await explorer.exploreRestarts(RestartOptions(backend: plant), limit: 2_000)
        }

        private func expect(
            _ property: String, _ search: RestartExploration, sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(search.violations.first?.property == property, "\(search)", sourceLocation: sourceLocation)
            #expect(search.violations.first?.steps.isEmpty == false, sourceLocation: sourceLocation)
        }

        @Test("Durable · a feature without a bug is searched to the end, with a restart after every step") func right()
            async throws
        {
            let one = try await search(reminds: true)
            #expect(one.isComplete && one.violations == [] && one.worlds >= 15, "\(one)")
            let two = try await search(parcels: 2)
            #expect(two.isComplete && two.violations == [] && two.worlds >= 15, "\(two)")
        }

        @Test("Durable · the search finds a timer that is lost on restore") func lostTimer() async throws {
            expect(
                "reminded",
                try await search(parcels: 0, reminds: true) {
                    PlantedBackend(
                        memory: $0, change: { for timer in $0.numbers(ofDelays: true) { $0.work[timer] = nil } })
                })
        }

        @Test("Durable · the search finds a timer that fires twice") func repeatedTimer() async throws {
            expect(
                "reminded at most once",
                try await search(parcels: 0, reminds: true) {
                    PlantedBackend(
                        memory: $0, change: { for timer in $0.numbers(ofDelays: true) { $0.duplicate(timer) } })
                })
        }

        @Test("Durable · the search finds an effect that is started twice") func repeatedEffect() async throws {
            expect(
                "once",
                try await search {
                    PlantedBackend(
                        memory: $0, change: { for command in $0.numbers(ofDelays: false) { $0.duplicate(command) } })
                })
        }

        @Test("Durable · the search finds an effect that is never started") func lostEffect() async throws {
            expect(
                "an end",
                try await search {
                    PlantedBackend(
                        memory: $0, change: { for command in $0.numbers(ofDelays: false) { $0.work[command] = nil } })
                })
        }

        @Test("Durable · the search finds a loading state that never ends") func endlessLoading() async throws {
            expect("an end", try await search(.cancelled))
        }

        @Test("Durable · the search finds a snapshot within a turn") func tornTurn() async throws {
            expect(
                "an end",
                try await search { PlantedBackend(memory: $0, tear: { $0.work = $0.work.filter { $0.value == nil } }) })
        }

        @Test("Durable · the search finds a dead letter that blocks others") func blockingLetter() async throws {
            expect(
                "an end",
                try await search(parcels: 2) {
                    PlantedBackend(memory: $0, change: { if !$0.letters.isEmpty { $0.work = [:] } })
                })
        }

        @Test("Durable · the search finds an id that is forgotten too early") func forgottenID() async throws {
            expect("once", try await search { PlantedBackend(memory: $0, forgetsIDs: true) })
        }

        @Test("Durable · the search finds an answer to a row that was removed") func removedRow() async throws {
            expect("no fault", try await search(.byRoot))
        }

        @Test("Durable · the search finds an interrupted command that counts as success") func interruptedSuccess()
            async throws
        {
            expect("sent with a receipt", try await search(.failing))
        }
    }
#endif
