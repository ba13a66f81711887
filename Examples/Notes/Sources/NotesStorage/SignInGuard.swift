import Foundation
import NotesCore

/// Limits how often passphrases are checked: one at a time, a few in a queue, and with growing delays after wrong ones.
///
/// Deriving a key takes 16 MB and a few tenths of a second. Many at once would delay every page.
///
/// Each client address has its own delays and its own places in the queue, so wrong guesses of others do not lock the owner out.
/// A browser that has signed in before has delays and places of its own. The known browsers and the others take turns, and no
/// address has two turns in a row while another one waits. When the queue is full, the address with the most places gives one to
/// an address with at least two fewer.
actor SignInGuard {
    /// The number of sign-ins of known browsers that can wait for the one that is being checked, and that of the others. Of further
    /// ones, one fails for each.
    static let queueLimit = 8
    /// The part of the ``queueLimit`` that the browsers at one address can use.
    static let queueLimitOfAddress = 4
    /// The number of sign-ins of one client that can wait.
    static let queueLimitOfClient = 2
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

    private struct Entry {
        let client: WindowClient
        let continuation: CheckedContinuation<Void, any Error>
    }

    private let now: @Sendable () -> ContinuousClock.Instant
    private var isChecking = false
    /// The sign-ins of known browsers and of the others that wait.
    private var (knownWaiting, otherWaiting): ([Entry], [Entry]) = ([], [])
    /// Whether the sign-in that was started last is that of a known browser, and its address.
    private var (isKnownLast, lastAddress) = (false, "")
    private var counts = StepCounts()
    private var failures: [Client: Failures] = [:]
    /// The browsers that have signed in.
    private var known: Set<Int> = []

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Derives a key, when all earlier sign-ins have been checked, and compares it.
    ///
    /// - Parameters:
    ///   - client: The client that signs in.
    ///   - computations: Runs the derivation in turn with other computations of the network address.
    ///   - derive: Derives the key. Runs on a thread of its own, because it takes long.
    ///   - accept: Returns the result for the key; `nil` if the sign-in is wrong.
    /// - Throws: ``SignInFailure/busy``, ``SignInFailure/tooManyAttempts(seconds:)``, ``SignInFailure/wrong``, or an error of
    ///   `derive`.
    func check<Result: Sendable>(
        from client: WindowClient, in computations: Computations,
        deriving derive: @escaping @Sendable () throws -> Data, _ accept: @Sendable (Data) -> Result?
    ) async throws -> Result {
        let isKnown = known.contains(client.browser)
        let key = isKnown ? Client.browser(client.browser) : .address(client.address)
        try checkDelay(of: key)
        try await enter(client, isKnown)
        defer { leave() }
        // An earlier attempt may have failed meanwhile.
        try checkDelay(of: key)
        let derived = try await computations.runOnThread(for: client, isUrgent: true, derive)
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

    /// Waits until it is the client's turn.
    private func enter(_ client: WindowClient, _ isKnown: Bool) async throws {
        // The unknown browsers at an address are one client, because anyone can have many of them.
        let client = isKnown ? client : WindowClient(browser: 0, address: client.address)
        guard isChecking else {
            isChecking = true
            return start(client, isKnown)
        }
        if isKnown { try makePlace(for: client, &knownWaiting) } else { try makePlace(for: client, &otherWaiting) }
        try await withCheckedThrowingContinuation { continuation in
            let entry = Entry(client: client, continuation: continuation)
            if isKnown { knownWaiting.append(entry) } else { otherWaiting.append(entry) }
        }
    }

    /// Ends a sign-in of the address with the most places if the queue is full and this client's address has at least two fewer. It is
    /// the newest one of that address's browser with the most places.
    ///
    /// - Throws: ``SignInFailure/busy`` if the client cannot wait.
    private func makePlace(for client: WindowClient, _ waiting: inout [Entry]) throws {
        var places: [String: Int] = [:]
        for entry in waiting { places[entry.client.address, default: 0] += 1 }
        let own = places[client.address, default: 0]
        guard own < Self.queueLimitOfAddress, waiting.count(where: { $0.client == client }) < Self.queueLimitOfClient
        else { throw SignInFailure.busy }
        if waiting.count < Self.queueLimit { return }
        let most = places.values.max() ?? 0
        let candidates = waiting.indices.filter { places[waiting[$0].client.address] == most }
        func placesOfClient(at index: Int) -> Int { waiting.count { $0.client == waiting[index].client } }
        let last = candidates.max { (placesOfClient(at: $0), $0) < (placesOfClient(at: $1), $1) }
        guard most > own + 1, let last else { throw SignInFailure.busy }
        waiting.remove(at: last).continuation.resume(throwing: SignInFailure.busy)
    }

    /// Lets the next sign-in be checked.
    private func leave() {
        let isKnown = isKnownNext
        guard let index = counts.next(of: (isKnown ? knownWaiting : otherWaiting).map(\.client)) else {
            (isChecking, counts) = (false, StepCounts())
            return
        }
        let next = isKnown ? knownWaiting.remove(at: index) : otherWaiting.remove(at: index)
        start(next.client, isKnown)
        next.continuation.resume()
    }

    /// Whether the next turn is that of a known browser.
    private var isKnownNext: Bool {
        if knownWaiting.isEmpty || otherWaiting.isEmpty { return !knownWaiting.isEmpty }
        let hasNewAddress = [knownWaiting, otherWaiting].map { $0.contains { $0.client.address != lastAddress } }
        return hasNewAddress[0] == hasNewAddress[1] ? !isKnownLast : hasNewAddress[0]
    }

    private func start(_ client: WindowClient, _ isKnown: Bool) {
        (isKnownLast, lastAddress) = (isKnown, client.address)
        counts.add(client)
    }
}
