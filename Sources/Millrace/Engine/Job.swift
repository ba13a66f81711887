/// A piece of work that has ended when all that it started has: the messages, the commands and the waits of one `send`, or
/// of one link of a sequence.
@usableFromInline final class Job {
    enum Outcome {
        case completed
        case failed(any Error)
    }

    /// `nil` once it has ended, so that a long chain is not freed by recursion.
    private var parent: Job?
    /// Called once, when all has ended; set while the job is still open.
    var onEnd: ((Outcome) -> Void)?
    /// How many of its messages, effects and parts have not ended.
    private var open = 0
    private var failure: (any Error)?
    /// What ends when it is cancelled, in the order in which it came; most jobs have one part at a time, and that one
    /// needs no dictionary.
    private var onlyPart: (any Cancellable)?
    private var parts: [ObjectIdentifier: (order: UInt64, part: any Cancellable)] = [:]
    /// Unsafe continuations cost half as much as checked ones. Safe: a job ends once, and then resumes each once.
    private var waiters: [UnsafeContinuation<Void, any Error>] = []
    private var lastNumber: UInt64 = 0
    private(set) var isCancelled = false
    /// How it ended, when it has.
    private(set) var outcome: Outcome?

    init(parent: Job? = nil) {
        self.parent = parent
        isCancelled = parent?.isCancelled ?? false
    }

    /// Whether somebody has awaited it.
    private(set) var wasAwaited = false

    /// It, and all that it is part of, as long as it has not ended.
    var lineage: [Job] {
        var lineage: [Job] = []
        var job: Job? = self
        while let one = job {
            lineage.append(one)
            job = one.parent
        }
        return lineage
    }

    /// One more of its messages, effects or parts has not ended.
    func retain() { open += 1 }

    /// One of them has.
    func release(failing error: (any Error)? = nil) {
        if failure == nil { failure = error }
        open -= 1
        if open == 0 { end() }
    }

    /// Takes in something that ends when the job is cancelled.
    func adopt(_ part: any Cancellable) {
        if onlyPart == nil, parts.isEmpty { return onlyPart = part }
        if let first = onlyPart.take() { insert(first) }
        insert(part)
    }

    private func insert(_ part: any Cancellable) {
        lastNumber += 1
        parts[ObjectIdentifier(part)] = (lastNumber, part)
    }

    func disown(_ part: any Cancellable) {
        if onlyPart === part { onlyPart = nil } else if !parts.isEmpty { parts[ObjectIdentifier(part)] = nil }
    }

    /// Makes it a part of `whole`, which ends after it and with its failure; `later` keeps a long chain from nesting.
    func join(_ whole: Job, later: @escaping (@escaping () -> Void) -> Void) {
        parent = whole
        whole.retain()
        whole.adopt(self)
        onEnd = { outcome in
            later {
                whole.disown(self)
                whole.release(failing: outcome.error)
            }
        }
        if whole.isCancelled { cancel(because: CancellationError()) }
    }

    /// Fails it, whatever else it does, with what whoever awaits shall be told.
    func fail(with error: any Error) {
        if failure == nil { failure = error }
    }

    private func end() {
        let outcome = failure.map(Outcome.failed) ?? .completed
        self.outcome = outcome
        let continuations = waiters
        waiters = []
        (onlyPart, parts) = (nil, [:])
        parent = nil
        let onEnd = onEnd.take()
        for continuation in continuations { continuation.resume(with: outcome.result) }
        onEnd?(outcome)
    }
}

/// What a cancel ends.
protocol Cancellable: AnyObject {
    /// Ends it, telling whoever awaits `reason`; nothing if it has ended.
    func cancel(because reason: any Error)
}

extension Job: Cancellable {
    /// Cancels all that runs in it. Messages of it that wait are still folded, and what they ask for is cancelled at
    /// once.
    func cancel(because reason: any Error) {
        var jobs: [Job] = []
        var pending = [self]
        while let job = pending.popLast() {
            guard job.outcome == nil, !job.isCancelled else { continue }
            job.isCancelled = true
            job.fail(with: reason)
            job.retain()
            jobs.append(job)
            let parts = job.parts.values.inOrder(of: \.order).map(\.part)
            for part in job.onlyPart.map({ [$0] }) ?? parts {
                if let part = part as? Job { pending.append(part) } else { part.cancel(because: reason) }
            }
        }
        for job in jobs.reversed() { job.release() }
    }
}

extension Job.Outcome {
    var error: (any Error)? {
        if case .failed(let error) = self { error } else { nil }
    }

    var result: Result<Void, any Error> {
        switch self {
        case .completed: .success(())
        case .failed(let error): .failure(error)
        }
    }
}

// MARK: - Waiting

extension Job {
    /// Resumes `continuation` when the job has ended; those that wait are resumed in the order in which they came.
    func resume(_ continuation: UnsafeContinuation<Void, any Error>) {
        wasAwaited = true
        if let outcome { continuation.resume(with: outcome.result) } else { waiters.append(continuation) }
    }
}
