#if Hummingbird || App
    import NIOConcurrencyHelpers
    import NIOCore

    /// The open connections of a server, in total and by client address.
    final class Connections: Sendable {
        private struct State {
            var all: [ObjectIdentifier: Connection] = [:]
            var counts: [String: Int] = [:]
        }

        let limits: LiveServerLimits
        private let state = NIOLockedValueBox(State())

        init(_ limits: LiveServerLimits) { self.limits = limits }

        subscript(channel: any Channel) -> Connection? { state.withLockedValue { $0.all[ObjectIdentifier(channel)] } }

        /// Counts a new connection. Returns `nil` if there are too many.
        func begin(_ channel: any Channel) -> Connection? {
            let connection = Connection(channel)
            return state.withLockedValue { state in
                let own = state.counts[connection.address] ?? 0
                guard state.all.count < limits.connections, own < limits.connectionsPerAddress else { return nil }
                state.counts[connection.address] = own + 1
                state.all[ObjectIdentifier(channel)] = connection
                return connection
            }
        }

        func end(_ connection: Connection) {
            state.withLockedValue { state in
                guard state.all.removeValue(forKey: ObjectIdentifier(connection.channel)) != nil else { return }
                let own = state.counts[connection.address] ?? 1
                state.counts[connection.address] = own > 1 ? own - 1 : nil
            }
        }
    }
#endif
