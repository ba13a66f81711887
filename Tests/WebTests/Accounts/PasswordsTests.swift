#if Web || Hummingbird || App
    import Foundation
    import Millrace
    import Testing

    @testable import MillraceAccounts
    @testable import MillraceWeb
    @testable import WebTestSupport

    @Suite("Passwords", .timeLimit(.minutes(20))) struct PasswordsTests {
        private let clock: ManualClock
        private let passwords: Passwords

        init() {
            clock = ManualClock()
            passwords = Passwords(cost: .test, clock: clock)
        }

        private func visitor(at address: String = "192.0.2.1") -> Visitor {
            Visitor(client: WebClient(browser: 1, address: address))
        }

        private func error(
            _ password: String, _ hash: PasswordHash?, _ account: String = "ada", at address: String = "192.0.2.1"
        ) async -> PasswordError? {
            do throws(PasswordError) {
                try await passwords.verify(password, against: hash, for: account, from: visitor(at: address))
                return nil
            } catch { return error }
        }

        @Test("Passwords · a hash knows its password, also after it was stored, and shows neither") func hash()
            async throws
        {
            let hash = try await passwords.hash("pässword")
            #expect(await error("pässword", hash) == nil)
            // Another composition of the same letters.
            #expect(await error("pa\u{308}ssword", hash) == nil)
            #expect(await error("password", hash) == .wrongPassword)
            #expect(await error("", hash) == .wrongPassword)
            let data = try JSONEncoder().encode([hash])
            let stored = try JSONDecoder().decode([PasswordHash].self, from: data)[0]
            #expect(stored == hash)
            #expect(await error("pässword", stored) == nil)
            #expect(try await passwords.hash("pässword") != hash, "Each hash has a salt of its own.")
            var text = ""
            dump(hash, to: &text)
            #expect(!"\(hash)\(text)\(String(reflecting: hash))".contains("scrypt"))
        }

        // From RFC 7914, section 12, with a block size of 8.
        @Test("Passwords · a hash is that of the standard") func standard() throws {
            let salt = Data("SodiumChloride".utf8).base64EncodedString()
            let digits: [UInt8] = [
                0x70, 0x23, 0xbd, 0xcb, 0x3a, 0xfd, 0x73, 0x48, 0x46, 0x1c, 0x06, 0xcd, 0x81, 0xfd, 0x38, 0xeb, 0xfd,
                0xa8, 0xfb,
                0xba, 0x90, 0x4f, 0x8e, 0x3e, 0xa9, 0xb5, 0x43, 0xf6, 0x54, 0x5d, 0xa1, 0xf2,
            ]
            let text = "scrypt$14$8$1$\(salt)$\(Data(digits).base64EncodedString())"
            let hash = try #require(PasswordHash(text: text))
            #expect(hash.computesEqual("pleaseletmein") && !hash.computesEqual("Pleaseletmein") && hash.text == text)
        }

        @Test("Passwords · the standard cost is that of OWASP's recommendation") func cost() throws {
            let hash = PasswordHash(computing: "x", .standard)
            #expect(try String(decoding: JSONEncoder().encode(hash), as: UTF8.self).hasPrefix(#""scrypt$15$8$3$"#))
        }

        @Test(
            "Passwords · a text that is no hash, or costs too much, is not decoded",
            arguments: [
                "", "x", "scrypt$4$1$1$AA==", "scrypt$40$8$1$AA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                "scrypt$4$1$99$AA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                "scrypt$16$1$1$AA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                "scrypt$15$32$1$AA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                "scrypt$20$16$1$AA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                "bcrypt$4$1$1$AA==$AA==",
            ])
        func malformed(_ text: String) {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(PasswordHash.self, from: Data("\"\(text)\"".utf8))
            }
        }

        @Test("Passwords · after five failures of an account and an address, one attempt a minute is checked")
        func attempts() async throws {
            let hash = try await passwords.hash("right")
            for _ in 0..<5 { #expect(await error("wrong", hash) == .wrongPassword) }
            #expect(await error("right", hash) == .tooManyAttempts(.seconds(60)))
            // Another account and another address are not concerned.
            #expect(await error("right", hash, "bob") == nil)
            #expect(await error("right", hash, at: "192.0.2.2") == nil)
            clock.advance(by: .seconds(60))
            #expect(await error("wrong", hash) == .wrongPassword)
            #expect(await error("right", hash) == .tooManyAttempts(.seconds(60)))
            clock.advance(by: .seconds(59))
            #expect(await error("right", hash) == .tooManyAttempts(.seconds(1)))
            clock.advance(by: .seconds(1))
            #expect(await error("right", hash) == nil)
            // A success forgets the failures.
            for _ in 0..<5 { #expect(await error("wrong", hash) == .wrongPassword) }
        }

        @Test("Passwords · of many attempts at once, five are checked") func together() async throws {
            let hash = try await passwords.hash("right")
            let errors = await withTaskGroup(of: PasswordError?.self) { group in
                for _ in 0..<20 { group.addTask { await error("wrong", hash) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count { $0 == .wrongPassword } == 5)
            #expect(errors.count { $0 == .tooManyAttempts(.seconds(60)) } == 15)
        }

        @Test(
            "Passwords · each cost that is accepted can be computed",
            arguments: ["scrypt$1$1$1", "scrypt$15$1$1", "scrypt$10$16$1", "scrypt$10$1$16"])
        func accepted(_ cost: String) throws {
            let hash = try #require(PasswordHash(text: cost + "$AA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="))
            #expect(!hash.computesEqual("x"))
        }

        @Test("Passwords · an account that does not exist is checked as well") func unknown() async {
            #expect(await error("", nil) == .wrongPassword)
            for _ in 0..<4 { #expect(await error("x", nil) == .wrongPassword) }
            #expect(await error("x", nil) == .tooManyAttempts(.seconds(60)))
        }

        @Test("Passwords · ten thousand accounts and addresses are remembered, the oldest fewer") func many() {
            let time = Lock(Duration.zero)
            let attempts = SignInAttempts {
                time.withLock { time in
                    time += .milliseconds(1)
                    return time
                }
            }
            for number in 0..<20_000 { #expect(attempts.begin(.init(account: "\(number)", address: "a")) == nil) }
            #expect((5_000...10_000).contains(attempts.count))
            let last = SignInAttempts.Key(account: "19999", address: "a")
            for _ in 0..<4 { #expect(attempts.begin(last) == nil) }
            #expect(attempts.begin(last) != nil)
        }
    }
#endif
