#if PostgreSQL
    import Foundation

    /// Three nodes of the program, which share a database.
    @MainActor final class KilledNodes {
        /// The number of each node that ends.
        let ends: AsyncStream<Int>
        /// The customers whose orders are stored.
        private(set) var confirmed: [String] = []
        /// The nodes by their numbers.
        private(set) var programs: [KilledProgram] = []
        private let end: AsyncStream<Int>.Continuation
        private let folder: URL
        private let payments: String
        private let database: String
        private let plan: KillPlan

        init(_ folder: URL, payments: String, database: String, _ plan: KillPlan) {
            (self.folder, self.payments, self.database, self.plan) = (folder, payments, database, plan)
            (ends, end) = AsyncStream.makeStream(of: Int.self)
        }

        /// Starts a node, which places random orders. It replaces the one with this number, which has ended.
        func start(_ number: Int, seed: UInt64) throws {
            let program = try KilledProgram(folder, payments: payments, seed: seed, postgres: database)
            if number < programs.count { programs[number] = program } else { programs.append(program) }
            Task {
                for await line in program.lines {
                    if line == "settled" { plan.killIdle() }
                    if line.hasPrefix("customer") { confirmed.append(line) }
                }
                end.yield(number)
            }
        }

        /// Kills all nodes, and returns when they have ended.
        func kill() async {
            for program in programs { program.kill() }
            var rest = programs.count
            for await _ in ends {
                rest -= 1
                if rest == 0 { break }
            }
        }
    }
#endif
