#if SQLite || App
    import Millrace
    import MillraceDurable

    /// Two durable engines that share a storage in memory, with the handlers of explorers.
    ///
    /// The engines are restarted one by one, so there is no later origin than the start.
    final class LinkProgram<Sender: Reducer, Receiver: Reducer>: SearchedProgram
    where Sender.State: Codable, Receiver.State: Codable, Receiver.Action: Codable & Sendable {
        typealias Step = LinkStep<Sender, Receiver>

        let origin: Void = ()
        private(set) var stepsSinceOrigin: [Step] = []
        let explorers: (sender: Explorer<Sender>, receiver: Explorer<Receiver>)
        private let link: LinkExplorer<Sender, Receiver>
        private let memory = MemoryBackend(generation: "explored")
        private let backend: LinkBackend
        private let storage: DurableStorage
        private let sender: HostedEngine<Sender>
        private let receiver: HostedEngine<Receiver>
        private var toSender = LinkQueue()
        private var toReceiver = LinkQueue()
        private var ownProblems: [SearchProblem] = []

        init(_ link: LinkExplorer<Sender, Receiver>, _ options: RestartOptions) {
            self.link = link
            backend = LinkBackend(options.backend(memory))
            storage = DurableStorage(options.engineBackend(backend))
            explorers = link.explorers(storage)
            sender = HostedEngine(LinkEnd.sender.rawValue, explorers.sender.model, options, at: 1_000_000)
            receiver = HostedEngine(LinkEnd.receiver.rawValue, explorers.receiver.model, options, at: 1_000_000)
        }

        // MARK: Processes

        func start(isolation: isolated any Actor) async throws {
            try await receiver.start(in: storage, onReceiver)
            try await sender.start(in: storage, onSender)
            try await settle()
        }

        private var onReceiver: (String) -> Void { { [unowned self] in toReceiver.add(reduced: $0) } }
        private var onSender: (String) -> Void { { [unowned self] in toSender.add(reduced: $0) } }

        func kill() {
            sender.kill()
            receiver.kill()
        }

        // MARK: Steps

        var steps: [Step] {
            var steps = [Step]()
            let arriving = [nextToReceiver.map { (LinkEnd.receiver, $0) }, nextToSender.map { (.sender, $0) }]
                .compactMap(\.self)
            for (end, message) in arriving { steps.append(.arrive(end, message: message)) }
            if nextTimer != nil { steps.append(.advance) }
            steps += sender.steps.map { .sender($0) } + receiver.steps.map { .receiver($0) }
            return steps + arriving.map { .arriveUnstored($0, message: $1) }
        }

        private var nextTimer: Duration? { [sender.clock.next, receiver.clock.next].compactMap(\.self).min() }
        private var nextToReceiver: String? { toReceiver.next.map(describeToReceiver) }
        private var nextToSender: String? { toSender.next.map(describeToSender) }

        func perform(_ step: Step, isolation: isolated any Actor) async throws {
            stepsSinceOrigin.append(step)
            switch step {
            case .sender(let step):
                try await sender.perform(step)
                if step.isRestart { try await sender.startAgain(in: storage, onSender) }
            case .receiver(let step):
                try await receiver.perform(step)
                if step.isRestart { try await receiver.startAgain(in: storage, onReceiver) }
            case .advance:
                let time = nextTimer ?? .zero
                sender.clock.advance(by: time)
                receiver.clock.advance(by: time)
            case .arrive(let end, _):
                try await backend.release(for: end.rawValue)
                (end == .sender ? sender.durable : receiver.durable)?.readInbox()
            case .arriveUnstored(let end, _): try await arriveUnstored(end)
            }
            try await settle()
        }

        private func arriveUnstored(_ end: LinkEnd, isolation: isolated (any Actor) = #isolation) async throws {
            let counts = (toSender.reduced.count, toReceiver.reduced.count)
            await backend.refuse(end.rawValue)
            try await backend.release(for: end.rawValue)
            if end == .sender { await sender.receiveUnstored() } else { await receiver.receiveUnstored() }
            await backend.refuse(nil)
            toSender.keep(counts.0)
            toReceiver.keep(counts.1)
            switch end {
            case .sender: try await sender.startAgain(in: storage, onSender)
            case .receiver: try await receiver.startAgain(in: storage, onReceiver)
            }
        }

        /// Waits until everything is stored, and checks the messages.
        private func settle(isolation: isolated (any Actor) = #isolation) async throws {
            try await sender.settle()
            try await receiver.settle()
            try toSender.update(try await backend.contents(for: LinkEnd.sender.rawValue))
            try toReceiver.update(try await backend.contents(for: LinkEnd.receiver.rawValue))
            ownProblems += [toReceiver.problem(describeToReceiver), toSender.problem(describeToSender)].compactMap(
                \.self)
        }

        // MARK: Results

        var problems: [SearchProblem] { ownProblems + sender.problems + receiver.problems }

        var state: LinkState<Sender, Receiver>? {
            guard let sender = sender.systemState, let receiver = receiver.systemState else { return nil }
            return LinkState(
                sender: sender, receiver: receiver, messagesToReceiver: toReceiver.waiting.compactMap(readForReceiver),
                messagesToSender: toSender.waiting.compactMap(readForSender))
        }

        private func readForReceiver(_ message: String) -> Receiver.Action? { try? StoredMessage.read(message) }
        private func readForSender(_ message: String) -> Sender.Action? { try? link.readForSender?(message) }

        private func describeToReceiver(_ message: String) -> String {
            readForReceiver(message).map { shortDescription(of: $0) } ?? message
        }

        private func describeToSender(_ message: String) -> String {
            readForSender(message).map { shortDescription(of: $0) } ?? message
        }

        func takeTurns(from before: LinkState<Sender, Receiver>, to after: LinkState<Sender, Receiver>) -> [LinkTurn<
            Sender, Receiver
        >] {
            sender.takeTurns(from: before.sender, to: after.sender).map { .sender($0) }
                + receiver.takeTurns(from: before.receiver, to: after.receiver).map { .receiver($0) }
        }

        func fingerprint(isolation: isolated any Actor) async throws -> String {
            let stored = (try await memory.load(sender.name), try await memory.load(receiver.name))
            return """
                \(sender.fingerprint(stored.0)) \(toSender.releasedCount)
                \(receiver.fingerprint(stored.1)) \(toReceiver.releasedCount)
                """
        }
    }
#endif
