import Foundation
import MillraceWeb
import NotesCore

/// Limits how often passphrases are checked: one at a time, a few of each address in a queue, and with growing delays after wrong ones.
///
/// Deriving a key takes 16 MB and a few tenths of a second. Many at once would delay every page.
///
/// Each client address has its own delays and its own places in the queue, so wrong guesses of others do not lock the owner out.
/// A browser that has signed in before has delays of its own, and is a client of its own in the queue.
actor SignInGuard {
    /// The number of wrong passphrases after which the next attempt must wait.
    static let freeAttempts = 3
    /// The longest delay after a wrong passphrase, in seconds.
    static let longestDelay = 60
    /// The maximum numbers of clients with wrong passphrases and of browsers that are remembered.
    static let maxClients = 10_000

    /// The client that a wrong passphrase delays.
    private enum Client: Hashable { case browser(Int), address(String) }
    private struct Failures {
        var count = 0
        var last: ContinuousClock.Instant
        var blockedUntil: ContinuousClock.Instant?
    }

    private let now: @Sendable () -> ContinuousClock.Instant
    private let queue = FairQueue(1, waiting: 4)
    private var failures: [Client: Failures] = [:]
    /// The browsers that have signed in.
    private var known: Set<Int> = []

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Derives a key, when all earlier sign-ins have been checked, and compares it.
    ///
    /// - Parameters:
    ///   - client: The client that signs in.
    ///   - derive: Derives the key. Runs on a thread of its own, because it takes long.
    ///   - accept: Returns the result for the key; `nil` if the sign-in is wrong.
    /// - Throws: ``SignInFailure/busy``, ``SignInFailure/tooManyAttempts(seconds:)``, ``SignInFailure/wrong``, or an error of
    ///   `derive`.
    func check<Result: Sendable>(
        from client: WebClient, deriving derive: @escaping @Sendable () throws -> Data,
        _ accept: @Sendable (Data) -> Result?
    ) async throws -> Result {
        let isKnown = known.contains(client.browser)
        let key = isKnown ? Client.browser(client.browser) : .address(client.address)
        try checkDelay(of: key)
        // The unknown browsers at an address are one client, because anyone can have many of them.
        let owner = isKnown ? client : WebClient(browser: 0, address: client.address)
        do {
            return try await queue.run(for: owner) { try await deriveInTurn(key, client, derive, accept) }
        } catch is FairQueue.Overload {
            throw SignInFailure.busy
        }
    }

    /// Derives a key when it is the client's turn.
    private func deriveInTurn<Result: Sendable>(
        _ key: Client, _ client: WebClient, _ derive: @escaping @Sendable () throws -> Data,
        _ accept: @Sendable (Data) -> Result?
    ) async throws -> Result {
        // An earlier attempt may have failed meanwhile.
        try checkDelay(of: key)
        let derived = try await Thread.run(derive)
        guard let result = accept(derived) else {
            countFailure(of: key)
            throw SignInFailure.wrong
        }
        failures[key] = nil
        if known.count >= Self.maxClients { known.removeAll() }
        known.insert(client.browser)
        return result
    }

    private func checkDelay(of client: Client) throws {
        guard let end = failures[client]?.blockedUntil, end > now() else { return }
        throw SignInFailure.tooManyAttempts(seconds: Int(((end - now()) / .seconds(1)).rounded(.up)))
    }

    private func countFailure(of client: Client) {
        var own = failures[client] ?? Failures(last: now())
        own.count += 1
        own.last = now()
        let excess = own.count - Self.freeAttempts
        if excess >= 0 { own.blockedUntil = now() + .seconds(min(1 << min(excess, 6), Self.longestDelay)) }
        failures[client] = own
        guard failures.count > Self.maxClients else { return }
        for (old, _) in failures.sorted(by: { $0.value.last < $1.value.last }).prefix(Self.maxClients / 10) {
            failures[old] = nil
        }
    }
}
