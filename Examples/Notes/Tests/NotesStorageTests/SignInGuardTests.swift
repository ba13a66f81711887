import Foundation
import NotesCore
import Synchronization
import Testing

@testable import NotesStorage

/// A time that the test sets, and the derivations that run.
private final class Bench: Sendable {
    private let state = Mutex((time: ContinuousClock.now, running: 0, most: 0, count: 0))

    var now: ContinuousClock.Instant { state.withLock { $0.time } }
    var most: Int { state.withLock { $0.most } }
    var count: Int { state.withLock { $0.count } }

    func advance(by duration: Duration) { state.withLock { $0.time += duration } }

    /// Derives a key. Ends after `body`.
    func derive(_ key: UInt8, _ body: () -> Void = {}) -> Data {
        state.withLock {
            $0.running += 1
            $0.count += 1
            $0.most = max($0.most, $0.running)
        }
        body()
        state.withLock { $0.running -= 1 }
        return Data([key])
    }
}

/// Names in the order in which they were appended.
final class Order: Sendable {
    private let names = Mutex<[String]>([])
    var all: [String] { names.withLock { $0 } }
    func append(_ name: String) { names.withLock { $0.append(name) } }
}

@Suite("The limit of sign-ins") struct SignInGuardTests {
    private let bench = Bench()
    private let signIns: SignInGuard
    private let computations = Computations(limit: .seconds(1_000))

    init() { signIns = SignInGuard { [bench] in bench.now } }

    private func attempt(
        _ key: UInt8, browser: Int = 1, from address: String = "192.0.2.1", _ body: @escaping @Sendable () -> Void = {}
    ) async -> Result<Bool, SignInFailure> {
        do {
            return .success(
                try await signIns.check(from: WindowClient(browser: browser, address: address), in: computations) {
                    [bench] in
                    bench.derive(key, body)
                } _: {
                    $0 == Data([1]) ? true : nil
                })
        } catch {
            return .failure(error as? SignInFailure ?? .storage(.other("\(error)")))
        }
    }

    /// Runs `body` while a sign-in is checked, which ends when `body` signals the semaphore.
    private func whileChecking(
        browser: Int = 1, from address: String = "192.0.2.1", _ body: (DispatchSemaphore) async -> Void
    ) async {
        let end = DispatchSemaphore(value: 0)
        let (starts, start) = AsyncStream<Void>.makeStream()
        async let first = attempt(1, browser: browser, from: address) {
            start.finish()
            end.wait()
        }
        for await _ in starts {}
        await body(end)
        #expect(await first == .success(true))
    }

    /// Adds as many sign-ins of the owner's browser as can wait, and waits for the refusal of one more.
    private func addOwner(to group: inout TaskGroup<Result<Bool, SignInFailure>>, _ order: Order) async {
        for _ in 0...SignInQueue.limitOfClient {
            group.addTask { await attempt(1, browser: 7) { order.append("owner") } }
        }
        #expect(await group.next() == .failure(.busy))
    }

    @Test("Of 50 sign-ins at once, one is checked at a time, few wait, and the others fail at once")
    func parallel() async {
        await whileChecking { end in
            let others = await withTaskGroup(of: Result<Bool, SignInFailure>.self) { group in
                for number in 1..<50 { group.addTask { await attempt(1, from: "198.51.100.\(number)") } }
                var results: [Result<Bool, SignInFailure>] = []
                for await result in group {
                    results.append(result)
                    // The first one ends only when all others have been refused or wait.
                    if results.count == 49 - SignInQueue.limit { end.signal() }
                }
                return results
            }
            #expect(others.prefix(49 - SignInQueue.limit).allSatisfy { $0 == .failure(.busy) })
            #expect(others.suffix(SignInQueue.limit).allSatisfy { $0 == .success(true) })
            #expect(bench.most == 1 && bench.count == 1 + SignInQueue.limit)
        }
    }

    @Test("After three wrong passphrases, attempts must wait, twice as long each time, and derive no key meanwhile")
    func delays() async {
        for _ in 0..<2 { #expect(await attempt(0) == .failure(.wrong)) }
        for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
            #expect(await attempt(0) == .failure(.wrong))
            let count = bench.count
            #expect(await attempt(1) == .failure(.tooManyAttempts(seconds: seconds)))
            #expect(bench.count == count)
            bench.advance(by: .seconds(seconds))
        }
        #expect(await attempt(1) == .success(true))
        #expect(await attempt(0) == .failure(.wrong), "a correct passphrase ends the delays")
        #expect(await attempt(1) == .success(true))
    }

    @Test("Issue 20 · wrong passphrases of others delay neither another address nor a browser that has signed in")
    func others() async {
        #expect(await attempt(1, browser: 7) == .success(true))
        for guess in 1...20 { _ = await attempt(0, browser: guess + 100, from: "192.0.2.\(guess % 4)") }
        for address in 0..<4 {
            #expect(await attempt(1, browser: 8, from: "192.0.2.\(address)") != .success(true))
        }
        #expect(await attempt(1, browser: 9, from: "198.51.100.1") == .success(true))
        #expect(
            await attempt(1, browser: 7, from: "192.0.2.1") == .success(true), "the owner, at an address of the others")
    }

    @Test("Issue 20 · a browser that has signed in and others that wait take turns, also when the queue is full")
    func turns() async {
        #expect(await attempt(1, browser: 7) == .success(true))
        await whileChecking(browser: 8, from: "198.51.100.0") { end in
            let order = Order()
            await withTaskGroup(of: Result<Bool, SignInFailure>.self) { group in
                for number in 1...(SignInQueue.limit + 1) {
                    group.addTask {
                        await attempt(1, browser: 100 + number, from: "198.51.100.\(number)") {
                            order.append("other")
                        }
                    }
                }
                // When one is refused, the others wait.
                #expect(await group.next() == .failure(.busy))
                await addOwner(to: &group, order)
                end.signal()
                for await result in group { #expect(result == .success(true)) }
            }
            let others = Array(repeating: "other", count: SignInQueue.limit - 1)
            #expect(order.all == ["owner", "other", "owner"] + others)
        }
    }

    @Test("Issue 20 · no address has two turns in a row, with known browsers and others, while another one waits")
    func rows() async {
        let attacker = "198.51.100.1"
        #expect(await attempt(1, browser: 10, from: attacker) == .success(true))
        // The turn of an unknown browser: the next one would be that of the known browser.
        await whileChecking(browser: 12, from: attacker) { end in
            let order = Order()
            await withTaskGroup(of: Result<Bool, SignInFailure>.self) { group in
                for browser in [10, 11] {
                    for _ in 0...SignInQueue.limitOfClient {
                        group.addTask {
                            await attempt(1, browser: browser, from: attacker) { order.append("attacker") }
                        }
                    }
                    // When one is refused, the others wait.
                    #expect(await group.next() == .failure(.busy))
                }
                await addOwner(to: &group, order)
                end.signal()
                for await result in group { #expect(result == .success(true)) }
            }
            #expect(order.all == ["owner", "attacker", "owner", "attacker", "attacker", "attacker"])
        }
    }

    @Test("Issue 20 · many browsers at an address that have signed in do not delay one at another address")
    func manyKnown() async {
        let attackers = 10..<16
        for browser in attackers { #expect(await attempt(1, browser: browser, from: "198.51.100.1") == .success(true)) }
        #expect(await attempt(1, browser: 7) == .success(true))
        await whileChecking(browser: 10, from: "198.51.100.1") { end in
            let order = Order()
            await withTaskGroup(of: Result<Bool, SignInFailure>.self) { group in
                for browser in attackers {
                    group.addTask {
                        await attempt(1, browser: browser, from: "198.51.100.1") { order.append("attacker") }
                    }
                }
                let refused = attackers.count - SignInQueue.limitOfAddress
                for _ in 0..<refused { #expect(await group.next() == .failure(.busy)) }
                // When one is refused, the others wait.
                await addOwner(to: &group, order)
                end.signal()
                for await result in group { #expect(result == .success(true)) }
            }
            #expect(order.all.first == "owner")
            #expect(order.all.count == SignInQueue.limitOfAddress + SignInQueue.limitOfClient)
        }
    }

    @Test("Issue 20 · two addresses that use all places give one to a third address, which then is next")
    func twoAddresses() async {
        let attackers = [(10, "198.51.100.1"), (11, "198.51.100.1"), (12, "2001:db8::1"), (13, "2001:db8::1")]
        for (browser, address) in attackers {
            #expect(await attempt(1, browser: browser, from: address) == .success(true))
        }
        #expect(await attempt(1, browser: 7) == .success(true))
        await whileChecking(browser: 10, from: "198.51.100.1") { end in
            let order = Order()
            await withTaskGroup(of: Result<Bool, SignInFailure>.self) { group in
                for (browser, address) in attackers {
                    for _ in 0...SignInQueue.limitOfClient {
                        group.addTask { await attempt(1, browser: browser, from: address) { order.append(address) } }
                    }
                    // When one is refused, the others wait.
                    #expect(await group.next() == .failure(.busy))
                }
                group.addTask { await attempt(1, browser: 7) { order.append("owner") } }
                #expect(await group.next() == .failure(.busy), "the newest sign-in of one of the two addresses")
                // It has as many places as the other one then.
                group.addTask { await attempt(1, browser: 13, from: "2001:db8::1") { order.append("2001:db8::1") } }
                #expect(await group.next() == .failure(.busy))
                end.signal()
                for await result in group { #expect(result == .success(true)) }
            }
            // The other address had no turn either.
            #expect(order.all.count == SignInQueue.limit && order.all.prefix(2).contains("owner"))
        }
    }

    @Test(
        "Issue 20 · the derivation of an address that has used much time delays only others like it",
        .timeLimit(.minutes(1)))
    func usedMuch() async throws {
        let computations = Computations(limit: .zero) { [bench] in bench.now }
        func signIn(from address: String, _ work: @escaping @Sendable () -> Void = {}) async throws -> Bool {
            try await signIns.check(from: WindowClient(browser: 1, address: address), in: computations) {
                [bench] in
                bench.derive(1, work)
            } _: { _ in
                true
            }
        }
        for address in ["192.0.2.1", "192.0.2.2"] { #expect(try await signIn(from: address)) }
        let end = DispatchSemaphore(value: 0)
        let (starts, start) = AsyncStream<Void>.makeStream()
        let order = Order()
        async let first = signIn(from: "192.0.2.1") {
            start.finish()
            end.wait()
            order.append("first")
        }
        for await _ in starts {}
        async let second = signIn(from: "192.0.2.2") { order.append("second") }
        #expect(try await signIn(from: "192.0.2.3") { order.append("other") })
        end.signal()
        _ = try await (first, second)
        #expect(order.all == ["other", "first", "second"] && bench.most == 2)
    }

    #if !canImport(Darwin)
        @Test(
            "Issue 20 · an address that has used much time while its sign-in waited does not delay the others",
            .timeLimit(.minutes(1)))
        func usedMuchMeanwhile() async throws {
            let computations = Computations(limit: .zero) { [bench] in bench.now }
            let (starts, start) = AsyncStream<Void>.makeStream()
            let end = DispatchSemaphore(value: 0)
            let client = WindowClient(browser: 1, address: "192.0.2.1")
            @Sendable func priority(_ work: @escaping @Sendable () -> Void = {}) async -> Result<Int32, SignInFailure> {
                do {
                    return .success(
                        try await signIns.check(from: client, in: computations) {
                            work()
                            return Data([UInt8(max(0, getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)))])
                        } _: {
                            Int32($0[0])
                        })
                } catch {
                    return .failure(error as? SignInFailure ?? .wrong)
                }
            }
            async let first = priority {
                start.finish()
                end.wait()
            }
            for await _ in starts {}
            let waiting = await withTaskGroup(of: Result<Int32, SignInFailure>.self) { group in
                for _ in 0...SignInQueue.limitOfClient { group.addTask { await priority() } }
                // The others wait then.
                #expect(await group.next() == .failure(.busy))
                end.signal()
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(await first == .success(0) && waiting == [.success(0), .success(0)])
            #expect(await priority() == .success(10))
        }
    #endif

    @Test("Sign-ins that wait are refused too after a wrong passphrase")
    func waiting() async {
        for _ in 0..<2 { #expect(await attempt(0) == .failure(.wrong)) }
        let results = await withTaskGroup(of: Result<Bool, SignInFailure>.self) { group in
            for _ in 0..<SignInQueue.limitOfClient { group.addTask { await attempt(0) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { $0 == .failure(.wrong) } == 1)
        #expect(bench.count == 3)
    }

    @Test("A derivation that fails does not block the next sign-in")
    func failing() async {
        await #expect(throws: CocoaError.self) {
            try await signIns.check(from: WindowClient(browser: 1, address: "192.0.2.1"), in: computations) {
                throw CocoaError(.coderInvalidValue)
            } _: {
                $0
            }
        }
        #expect(await attempt(1) == .success(true))
    }
}
