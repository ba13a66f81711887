import Foundation
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
            for _ in 0..<SignInQueue.limitOfClient { group.addTask { await fixture.attempt(0) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { $0 == .failure(.wrong) } == 1)
        #expect(fixture.derivations.count == 3)
    }

    @Test("A derivation that fails does not block the next sign-in")
    func failing() async {
        await #expect(throws: CocoaError.self) {
            try await fixture.signIns.check(
                from: WindowClient(browser: 1, address: "192.0.2.1"), in: fixture.computations
            ) {
                throw CocoaError(.coderInvalidValue)
            } _: {
                $0
            }
        }
        #expect(await fixture.attempt(1) == .success(true))
    }
}
