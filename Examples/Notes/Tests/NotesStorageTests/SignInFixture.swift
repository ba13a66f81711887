import Foundation
import MillraceWeb
import NotesCore
import Testing

@testable import NotesStorage

/// Sign-ins of several browsers, with derivations that the test ends.
struct SignInFixture: Sendable {
    let derivations = Derivations()
    let signIns: SignInGuard

    init() { signIns = SignInGuard { [derivations] in derivations.now } }

    func attempt(
        _ key: UInt8, browser: Int = 1, from address: String = "192.0.2.1", _ body: @escaping @Sendable () -> Void = {}
    ) async -> Result<Bool, SignInFailure> {
        do {
            return .success(
                try await signIns.check(from: WebClient(browser: browser, address: address)) {
                    [derivations] in
                    derivations.derive(key, body)
                } _: {
                    $0 == Data([1]) ? true : nil
                })
        } catch {
            return .failure(error as? SignInFailure ?? .storage(.other("\(error)")))
        }
    }

    /// Runs `body` while a sign-in is checked, which ends when `body` signals the semaphore.
    func whileChecking(
        browser: Int = 1, from address: String = "192.0.2.1", _ body: (DispatchSemaphore) async -> Void
    ) async {
        let end = DispatchSemaphore(value: 0)
        let (starts, start) = AsyncStream<Void>.makeStream()
        func check() async -> Result<Bool, SignInFailure> {
            // `body` runs, and the expectation fails, if the sign-in is not checked.
            defer { start.finish() }
            return await attempt(1, browser: browser, from: address) {
                start.finish()
                end.wait()
            }
        }
        async let first = check()
        for await _ in starts {}
        await body(end)
        #expect(await first == .success(true))
    }
}
