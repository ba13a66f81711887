import Foundation
import NotesCore

/// Limits how often passphrases are checked: one at a time, a few in a queue, and with growing delays after wrong ones.
///
/// Deriving a key takes 128 MB and a few tenths of a second. Many at once would delay every page.
actor SignInGuard {
    /// The number of sign-ins that can wait for the one that is being checked. Further ones fail.
    static let queueLimit = 8
    /// The number of wrong passphrases after which the next attempt must wait.
    static let freeAttempts = 3
    /// The longest delay after a wrong passphrase, in seconds.
    static let longestDelay = 60

    private let now: @Sendable () -> ContinuousClock.Instant
    private let queue = DispatchQueue(label: "Notes.SignInGuard")
    private var isChecking = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var failures = 0
    private var blockedUntil: ContinuousClock.Instant?

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Derives a key, when all earlier sign-ins have been checked, and compares it.
    ///
    /// - Parameters:
    ///   - derive: Derives the key. Runs on a thread of its own, because it takes long.
    ///   - accept: Returns the result for the key; `nil` if the sign-in is wrong.
    /// - Throws: ``SignInFailure/busy``, ``SignInFailure/tooManyAttempts(seconds:)``, ``SignInFailure/wrong``, or an error of
    ///   `derive`.
    func check<Result: Sendable>(
        deriving derive: @escaping @Sendable () throws -> Data, _ accept: @Sendable (Data) -> Result?
    ) async throws -> Result {
        try await enter()
        defer { leave() }
        if let blockedUntil, blockedUntil > now() {
            let seconds = ((blockedUntil - now()) / .seconds(1)).rounded(.up)
            throw SignInFailure.tooManyAttempts(seconds: Int(seconds))
        }
        let key = try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result(catching: derive)) }
        }
        guard let result = accept(key) else {
            failures += 1
            let excess = failures - Self.freeAttempts
            if excess >= 0 { blockedUntil = now() + .seconds(min(1 << min(excess, 6), Self.longestDelay)) }
            throw SignInFailure.wrong
        }
        (failures, blockedUntil) = (0, nil)
        return result
    }

    /// Waits for the earlier sign-ins.
    private func enter() async throws {
        guard isChecking else { return isChecking = true }
        guard waiting.count < Self.queueLimit else { throw SignInFailure.busy }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Lets the next sign-in be checked.
    private func leave() {
        if waiting.isEmpty { isChecking = false } else { waiting.removeFirst().resume() }
    }
}
