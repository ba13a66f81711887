#if PostgreSQL && App
    import Foundation
    import PostgresTestSupport
    import TestSupport

    /// A node has ended by itself.
    struct NodeHasEnded: Error { let name: String }

    /// A fault of a node or of the server.
    enum FaultKind: CaseIterable, Sendable {
        /// A node is killed, and started again.
        case kill
        /// A node stops for longer than its lease, anywhere or within a transaction.
        case pause, pauseInTransaction
        /// The packets of a node are dropped, and its new connections are refused, for longer than its lease.
        case partition
        /// The server ends without a checkpoint, and starts again.
        case restart

        /// How long a fault lasts. A lease has one second.
        private static let time = 1_300...2_500

        func inject(into cluster: Cluster, _ generator: inout SeededGenerator) async throws {
            let nodes = cluster.nodes.filter { self != .pauseInTransaction || $0.stops }
            let node = nodes[Int.random(in: 0..<nodes.count, using: &generator)]
            // A run that hangs is killed by the script of the tests. Then the log says where.
            FileHandle.standardError.write(Data("Many machines: \(self) \(node.name)\n".utf8))
            switch self {
            case .kill:
                guard await node.process?.kill() == SIGKILL else { throw NodeHasEnded(name: node.name) }
                await RealTime.pause(milliseconds: 0...1_500, &generator)
                try await node.start()
            case .pause:
                node.process?.send(SIGSTOP)
                await RealTime.pause(milliseconds: Self.time, &generator)
                node.process?.send(SIGCONT)
            case .pauseInTransaction:
                node.process?.send(SIGUSR1)
                // Each message that a client sends is a transaction.
                guard await node.process?.waitUntilStopped() == true else { throw NodeHasEnded(name: node.name) }
                await RealTime.pause(milliseconds: Self.time, &generator)
                node.process?.send(SIGCONT)
            case .partition:
                try await node.proxy.refuse(true)
                try await node.proxy.drop { _ in true }
                await RealTime.pause(milliseconds: Self.time, &generator)
                try await node.proxy.refuse(false)
            case .restart: try await cluster.server.restart(immediately: true)
            }
        }

        /// Injects each kind of fault so many times, in a random order.
        static func injectAll(
            _ count: Int, into cluster: Cluster, _ recorder: Recorder, _ generator: inout SeededGenerator
        ) async throws {
            let kinds = allCases.flatMap { Array(repeating: $0, count: count) }.shuffled(using: &generator)
            for kind in kinds {
                await RealTime.pause(milliseconds: 200...1_500, &generator)
                if Task.isCancelled { return }
                try await kind.inject(into: cluster, &generator)
                recorder.add(kind)
            }
        }
    }
#endif
