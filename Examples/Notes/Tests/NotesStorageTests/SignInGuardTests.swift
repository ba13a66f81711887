import Foundation
import MillraceWeb
import NotesCore
import Testing

@testable import NotesStorage

@Suite("The limit of sign-ins") struct SignInGuardTests {
    private let fixture = SignInFixture()

    @Test("After three wrong passphrases, attempts must wait, twice as long each time, and derive no key meanwhile")
    func delays() async {
        for _ in 0..<2 { #expect(await fixture.attempt(0) == .failure(.wrong)) }
        for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
            #expect(await fixture.attempt(0) == .failure(.wrong))
            let count = fixture.derivations.count
            #expect(await fixture.attempt(1) == .failure(.tooManyAttempts(seconds: seconds)))
            #expect(fixture.derivations.count == count)
            fixture.derivations.advance(by: .seconds(seconds))
        }
        #expect(await fixture.attempt(1) == .success(true))
        #expect(await fixture.attempt(0) == .failure(.wrong), "a correct passphrase ends the delays")
        #expect(await fixture.attempt(1) == .success(true))
    }

    @Test("Storage · wrong passphrases of others delay neither another address nor a browser that has signed in")
    func others() async {
        #expect(await fixture.attempt(1, browser: 7) == .success(true))
        for guess in 1...20 { _ = await fixture.attempt(0, browser: guess + 100, from: "192.0.2.\(guess % 4)") }
        for address in 0..<4 {
            #expect(await fixture.attempt(1, browser: 8, from: "192.0.2.\(address)") != .success(true))
        }
        #expect(await fixture.attempt(1, browser: 9, from: "198.51.100.1") == .success(true))
        #expect(
            await fixture.attempt(1, browser: 7, from: "192.0.2.1") == .success(true),
            "the owner, at an address of the others")
    }

    @Test("Sign-ins that wait are refused too after a wrong passphrase")
    func waiting() async {
        for _ in 0..<2 { #expect(await fixture.attempt(0) == .failure(.wrong)) }
        let results = await withTaskGroup(of: Result<Bool, SignInFailure>.self) { group in
            for _ in 0..<2 { group.addTask { await fixture.attempt(0) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { $0 == .failure(.wrong) } == 1)
        #expect(fixture.derivations.count == 3)
    }

    @Test("A derivation that fails does not block the next sign-in")
    func failing() async {
        await #expect(throws: CocoaError.self) {
            try await fixture.signIns.check(
                from: WebClient(browser: 1, address: "192.0.2.1")
            ) {
                throw CocoaError(.coderInvalidValue)
            } _: {
                $0
            }
        }
        #expect(await fixture.attempt(1) == .success(true))
    }

    @Test("Of 50 sign-ins at once, one is checked at a time, few wait, and the others fail at once")
    func parallel() async {
        await fixture.whileChecking { end in
            let others = await withTaskGroup(of: Result<Bool, SignInFailure>.self) { group in
                for browser in 2...51 { group.addTask { await fixture.attempt(1, browser: browser) } }
                var results: [Result<Bool, SignInFailure>] = []
                for _ in 0..<46 { results.append(await group.next() ?? .success(false)) }
                #expect(results.allSatisfy { $0 == .failure(.busy) })
                end.signal()
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(others.count == 4 && others.allSatisfy { $0 == .success(true) })
        }
        #expect(fixture.derivations.mostAtOnce == 1)
    }

    @Test("Storage · the sign-in of another address is checked next, however many one address has")
    func addresses() async {
        let order = Order()
        await fixture.whileChecking(from: "198.51.100.1") { end in
            await withTaskGroup(of: Result<Bool, SignInFailure>.self) { group in
                for browser in 10..<15 {
                    group.addTask {
                        await fixture.attempt(1, browser: browser, from: "198.51.100.1") { order.append("attacker") }
                    }
                }
                // Four wait.
                #expect(await group.next() == .failure(.busy))
                let owner = Task.immediate { await fixture.attempt(1, browser: 7) { order.append("owner") } }
                end.signal()
                #expect(await owner.value == .success(true))
                for await result in group { #expect(result == .success(true)) }
            }
        }
        #expect(order.all.prefix(2).contains("owner") && order.all.count == 5)
    }
}
