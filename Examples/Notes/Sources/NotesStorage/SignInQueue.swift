import NotesCore

/// The sign-ins that wait for the one that is being checked.
///
/// The known browsers and the others take turns, and no address has two turns in a row while another one waits. When the queue is
/// full, the address with the most places gives one to an address with at least two fewer.
final class SignInQueue {
    /// The number of sign-ins of known browsers that can wait for the one that is being checked, and that of the others. Of further
    /// ones, one fails for each.
    static let limit = 8
    /// The part of the ``limit`` that the browsers at one address can use.
    static let limitOfAddress = 4
    /// The number of sign-ins of one client that can wait.
    static let limitOfClient = 2

    private struct Entry {
        let client: WindowClient
        let continuation: CheckedContinuation<Void, any Error>
    }

    private var isChecking = false
    /// The sign-ins of known browsers and of the others that wait.
    private var (knownWaiting, otherWaiting): ([Entry], [Entry]) = ([], [])
    /// Whether the sign-in that was started last is that of a known browser, and its address.
    private var (isKnownLast, lastAddress) = (false, "")
    private var counts = StepCounts()

    /// Waits until it is the client's turn.
    ///
    /// - Throws: ``SignInFailure/busy`` if the client cannot wait.
    func enter(
        _ client: WindowClient, isKnown: Bool, isolation: isolated (any Actor) = #isolation
    ) async throws {
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
        guard own < Self.limitOfAddress, waiting.count(where: { $0.client == client }) < Self.limitOfClient
        else { throw SignInFailure.busy }
        if waiting.count < Self.limit { return }
        let most = places.values.max() ?? 0
        let candidates = waiting.indices.filter { places[waiting[$0].client.address] == most }
        func placesOfClient(at index: Int) -> Int { waiting.count { $0.client == waiting[index].client } }
        let last = candidates.max { (placesOfClient(at: $0), $0) < (placesOfClient(at: $1), $1) }
        guard most > own + 1, let last else { throw SignInFailure.busy }
        waiting.remove(at: last).continuation.resume(throwing: SignInFailure.busy)
    }

    /// Lets the next sign-in be checked.
    func leave() {
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
