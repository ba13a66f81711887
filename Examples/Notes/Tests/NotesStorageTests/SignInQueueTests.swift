import Foundation
import NotesCore
import Testing

@testable import NotesStorage

@Suite("The queue of sign-ins", .timeLimit(.minutes(20))) struct SignInQueueTests {
    private let fixture = SignInFixture()

    @Test("Of 50 sign-ins at once, one is checked at a time, few wait, and the others fail at once")
    func parallel() async {
        await fixture.whileChecking { end in
            let others = await withTaskGroup(of: Result<Bool, SignInFailure>.self) { group in
                for number in 1..<50 { group.addTask { await fixture.attempt(1, from: "198.51.100.\(number)") } }
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
            #expect(fixture.derivations.mostAtOnce == 1 && fixture.derivations.count == 1 + SignInQueue.limit)
        }
    }

    @Test("Storage · a browser that has signed in and others that wait take turns, also when the queue is full")
    func turns() async {
        #expect(await fixture.attempt(1, browser: 7) == .success(true))
        await fixture.whileChecking(browser: 8, from: "198.51.100.0") { end in
            let order = Order()
            await withTaskGroup(of: Result<Bool, SignInFailure>.self) { group in
                for number in 1...(SignInQueue.limit + 1) {
                    group.addTask {
                        await fixture.attempt(1, browser: 100 + number, from: "198.51.100.\(number)") {
                            order.append("other")
                        }
                    }
                }
                // When one is refused, the others wait.
                #expect(await group.next() == .failure(.busy))
                await fixture.addOwner(to: &group, order)
                end.signal()
                for await result in group { #expect(result == .success(true)) }
            }
            let others = Array(repeating: "other", count: SignInQueue.limit - 1)
            #expect(order.all == ["owner", "other", "owner"] + others)
        }
    }

    @Test("Storage · no address has two turns in a row, with known browsers and others, while another one waits")
    func rows() async {
        let attacker = "198.51.100.1"
        #expect(await fixture.attempt(1, browser: 10, from: attacker) == .success(true))
        // The turn of an unknown browser: the next one would be that of the known browser.
        await fixture.whileChecking(browser: 12, from: attacker) { end in
            let order = Order()
            await withTaskGroup(of: Result<Bool, SignInFailure>.self) { group in
                for browser in [10, 11] {
                    for _ in 0...SignInQueue.limitOfClient {
                        group.addTask {
                            await fixture.attempt(1, browser: browser, from: attacker) { order.append("attacker") }
                        }
                    }
                    // When one is refused, the others wait.
                    #expect(await group.next() == .failure(.busy))
                }
                await fixture.addOwner(to: &group, order)
                end.signal()
                for await result in group { #expect(result == .success(true)) }
            }
            #expect(order.all == ["owner", "attacker", "owner", "attacker", "attacker", "attacker"])
        }
    }

    @Test("Storage · many browsers at an address that have signed in do not delay one at another address")
    func manyKnown() async {
        let attackers = 10..<16
        for browser in attackers {
            #expect(await fixture.attempt(1, browser: browser, from: "198.51.100.1") == .success(true))
        }
        #expect(await fixture.attempt(1, browser: 7) == .success(true))
        await fixture.whileChecking(browser: 10, from: "198.51.100.1") { end in
            let order = Order()
            await withTaskGroup(of: Result<Bool, SignInFailure>.self) { group in
                for browser in attackers {
                    group.addTask {
                        await fixture.attempt(1, browser: browser, from: "198.51.100.1") { order.append("attacker") }
                    }
                }
                let refused = attackers.count - SignInQueue.limitOfAddress
                for _ in 0..<refused { #expect(await group.next() == .failure(.busy)) }
                // When one is refused, the others wait.
                await fixture.addOwner(to: &group, order)
                end.signal()
                for await result in group { #expect(result == .success(true)) }
            }
            #expect(order.all.first == "owner")
            #expect(order.all.count == SignInQueue.limitOfAddress + SignInQueue.limitOfClient)
        }
    }

    @Test("Storage · two addresses that use all places give one to a third address, which then is next")
    func twoAddresses() async {
        let attackers = [(10, "198.51.100.1"), (11, "198.51.100.1"), (12, "2001:db8::1"), (13, "2001:db8::1")]
        for (browser, address) in attackers {
            #expect(await fixture.attempt(1, browser: browser, from: address) == .success(true))
        }
        #expect(await fixture.attempt(1, browser: 7) == .success(true))
        await fixture.whileChecking(browser: 10, from: "198.51.100.1") { end in
            let order = Order()
            await withTaskGroup(of: Result<Bool, SignInFailure>.self) { group in
                for (browser, address) in attackers {
                    for _ in 0...SignInQueue.limitOfClient {
                        group.addTask {
                            await fixture.attempt(1, browser: browser, from: address) { order.append(address) }
                        }
                    }
                    // When one is refused, the others wait.
                    #expect(await group.next() == .failure(.busy))
                }
                group.addTask { await fixture.attempt(1, browser: 7) { order.append("owner") } }
                #expect(await group.next() == .failure(.busy), "the newest sign-in of one of the two addresses")
                // It has as many places as the other one then.
                group.addTask {
                    await fixture.attempt(1, browser: 13, from: "2001:db8::1") { order.append("2001:db8::1") }
                }
                #expect(await group.next() == .failure(.busy))
                end.signal()
                for await result in group { #expect(result == .success(true)) }
            }
            // The other address had no turn either.
            #expect(order.all.count == SignInQueue.limit && order.all.prefix(2).contains("owner"))
        }
    }

    @Test(
        "Storage · the derivation of an address that has used much time delays only others like it",
        .timeLimit(.minutes(20)))
    func usedMuch() async throws {
        let computations = Computations(limit: .zero) { [fixture] in fixture.derivations.now }
        func signIn(from address: String, _ work: @escaping @Sendable () -> Void = {}) async throws -> Bool {
            try await fixture.signIns.check(from: WindowClient(browser: 1, address: address), in: computations) {
                [fixture] in
                fixture.derivations.derive(1, work)
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
        #expect(order.all == ["other", "first", "second"] && fixture.derivations.mostAtOnce == 2)
    }

    #if !canImport(Darwin)
        @Test(
            "Storage · an address that has used much time while its sign-in waited does not delay the others",
            .timeLimit(.minutes(20)))
        func usedMuchMeanwhile() async throws {
            let computations = Computations(limit: .zero) { [fixture] in fixture.derivations.now }
            let (starts, start) = AsyncStream<Void>.makeStream()
            let end = DispatchSemaphore(value: 0)
            let client = WindowClient(browser: 1, address: "192.0.2.1")
            @Sendable func priority(_ work: @escaping @Sendable () -> Void = {}) async -> Result<Int32, SignInFailure> {
                do {
                    return .success(
                        try await fixture.signIns.check(from: client, in: computations) {
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
}
