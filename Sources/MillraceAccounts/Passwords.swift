#if Web || Hummingbird || App
    import Dispatch
    public import MillraceWeb

    /// Computes and checks the hashes of passwords, one at a time on a thread of its own, and limits attempts.
    ///
    /// ```swift
    /// let hash = try await passwords.hash(password, from: visitor)  // stored with the account
    /// try await passwords.verify(password, against: account?.hash, for: name, from: visitor)
    /// ```
    /// Passwords are neither stored nor logged. After five failures of an account from an address, one attempt a minute is checked.
    /// Visitors wait in turns of their addresses. All members can be used on any thread.
    public final class Passwords: Sendable {
        private let cost: PasswordHash.Cost
        private let attempts: SignInAttempts
        private let turns = FairQueue(1, waiting: 8)
        private let thread = DispatchQueue(label: "Passwords", qos: .utility)
        /// The hash that is compared if an account does not exist.
        private let unknown: PasswordHash

        /// Creates a checker without failed attempts.
        ///
        /// - Parameters:
        ///   - cost: The cost of new hashes. A stored one contains its own. Defaults to that of OWASP's recommendation.
        ///   - clock: Measures the time between attempts. Defaults to the system's.
        public init(cost: PasswordHash.Cost = .standard, clock: any Clock<Duration> = ContinuousClock()) {
            (self.cost, attempts) = (cost, SignInAttempts(now: TimerQueue(clock).now))
            unknown = PasswordHash(ofNoPassword: cost)
        }

        /// Returns the hash of a password, which an account stores. It takes 32 MB and about 0.2 seconds of a core.
        ///
        /// - Parameters:
        ///   - password: The password.
        ///   - visitor: The visitor who creates the account. Defaults to none, for an account that the program creates.
        /// - Throws: ``PasswordError/busy``.
        @concurrent public func hash(
            _ password: String, from visitor: Visitor? = nil
        ) async throws(PasswordError) -> PasswordHash {
            try await inTurn(of: visitor) { [cost] in PasswordHash(computing: password, cost) }
        }

        /// Returns if the password is the one of the account. An account that does not exist takes as long as a wrong password.
        ///
        /// - Parameters:
        ///   - password: The password that the visitor has entered.
        ///   - hash: The stored hash; `nil` if the account does not exist.
        ///   - account: The name of the account, in the form in which it is stored: other spellings have attempts of their own.
        ///   - visitor: The visitor.
        /// - Throws: ``PasswordError``.
        @concurrent public func verify(
            _ password: String, against hash: PasswordHash?, for account: String, from visitor: Visitor
        ) async throws(PasswordError) {
            let attempt = SignInAttempts.Key(account: account, address: visitor.client?.address ?? "")
            if let wait = attempts.begin(attempt) { throw .tooManyAttempts(wait) }
            let expected = hash ?? unknown
            let isEqual: Bool
            do throws(PasswordError) {
                isEqual = try await inTurn(of: visitor) { expected.computesEqual(password) }
            } catch {
                attempts.takeBack(attempt)
                throw error
            }
            guard isEqual, hash != nil else { throw .wrongPassword }
            attempts.succeed(attempt)
        }

        /// Runs work on the thread when it is the turn of the visitor's address.
        private func inTurn<Value: Sendable>(
            of visitor: Visitor?, _ work: @escaping @Sendable () -> Value
        ) async throws(PasswordError) -> Value {
            do {
                return try await turns.run(for: visitor?.client ?? WebClient(browser: 0, address: "")) {
                    await onThread(work)
                }
            } catch { throw .busy }
        }

        private func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
            await withCheckedContinuation { continuation in
                thread.async { continuation.resume(returning: work()) }
            }
        }
    }
#endif
