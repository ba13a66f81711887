#if Web || Hummingbird || App
    import Foundation
    import Millrace
    import MillraceJournal
    import Testing

    @testable import MillraceAccounts
    @testable import MillraceWeb

    @Suite("Sign-ins", .timeLimit(.minutes(20))) struct SignInsTests {
        private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        private let ada = Identity("ada é;=\n", signIn: "0123456789abcdef")

        init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

        private func request(_ cookie: String) -> PageRequest {
            PageRequest(uncheckedFields: [(name: "Cookie", value: String(cookie.prefix { $0 != ";" }))])
        }

        @Test("Sign-ins · a cookie survives a restart, and any account name") func restart() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let cookie = try SignIns(folder: folder).cookie(for: ada, isSecure: true)
            #expect(cookie.hasSuffix("; Max-Age=2592000; HttpOnly; SameSite=Lax; Path=/; Secure"))
            #expect(try SignIns(folder: folder).identity(of: request(cookie)) == ada)
            for name in ["sign-in-keys", "ended-sign-ins"] {
                if name == "ended-sign-ins" { try await SignIns(folder: folder).end(ada) }
                let file = folder.appendingPathComponent(name).path
                let permissions = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber
                #expect(permissions?.intValue == 0o600)
            }
        }

        @Test("Sign-ins · after a rotation, a cookie of the key before is valid, and one of an older key is not")
        func rotation() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let signIns = try SignIns(folder: folder)
            let cookie = signIns.cookie(for: ada, isSecure: false)
            try await signIns.rotateKeys()
            #expect(signIns.identity(of: request(cookie)) == ada)
            let second = signIns.cookie(for: ada, isSecure: false)
            try await SignIns(folder: folder).rotateKeys()
            let reopened = try SignIns(folder: folder)
            #expect(reopened.identity(of: request(cookie)) == nil && reopened.identity(of: request(second)) == ada)
        }

        @Test("Sign-ins · an ended sign-in stays ended after a restart, until its cookie would have expired anyway")
        func ended() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let time = Lock(Date(timeIntervalSince1970: 1_000_000))
            let now: @Sendable () -> Date = { time.withLock { $0 } }
            let signIns = try SignIns(folder: folder, days: 1, now: now)
            let cookie = signIns.cookie(for: ada, isSecure: false)
            let other = Identity("ada", signIn: "fedcba9876543210")
            try await signIns.end(ada)
            let reopened = try SignIns(folder: folder, days: 1, now: now)
            for each in [signIns, reopened] {
                #expect(each.identity(of: request(cookie)) == nil)
                #expect(each.identity(of: request(each.cookie(for: other, isSecure: false))) == other)
            }
            time.withLock { $0 += 86_400 }
            #expect(reopened.identity(of: request(cookie)) == nil)
            try await reopened.end(other)
            let lines = try String(contentsOf: folder.appendingPathComponent("ended-sign-ins"), encoding: .utf8)
            #expect(lines == "fedcba9876543210 1172800\n")
        }

        @Test("Sign-ins · a cookie expires, and is valid neither under another name nor with another key") func others()
            throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let time = Lock(Date(timeIntervalSince1970: 1_000_000))
            let signIns = try SignIns(folder: folder, days: 1, now: { time.withLock { $0 } })
            let admin = try SignIns(folder: folder, name: "admin", now: { time.withLock { $0 } })
            let cookie = signIns.cookie(for: ada, isSecure: false)
            let value = cookie.prefix { $0 != ";" }.drop { $0 != "=" }
            #expect(admin.identity(of: request("admin\(value)")) == nil)
            let strange = folder.appendingPathComponent("other")
            try FileManager.default.createDirectory(at: strange, withIntermediateDirectories: true)
            #expect(try SignIns(folder: strange, now: { time.withLock { $0 } }).identity(of: request(cookie)) == nil)
            time.withLock { $0 += 86_399 }
            #expect(signIns.identity(of: request(cookie)) == ada)
            time.withLock { $0 += 1 }
            #expect(signIns.identity(of: request(cookie)) == nil)
        }

        @Test("Sign-ins · the end of an identity without a sign-in changes no file") func withoutSignIn() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let signIns = try SignIns(folder: folder)
            try await signIns.end(Identity("ada"))
            try await signIns.end(Identity("ada", signIn: "a b\nc"))
            _ = try SignIns(folder: folder)
            #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("ended-sign-ins").path))
        }

        @Test("Sign-ins · each change of a cookie makes it invalid") func changes() throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let signIns = try SignIns(folder: folder)
            let cookie = String(
                signIns.cookie(for: Identity("ada", signIn: "12"), isSecure: false).prefix { $0 != ";" })
            #expect(signIns.identity(of: request(cookie)) != nil)
            let start = cookie.utf8.count - cookie.drop { $0 != "=" }.utf8.count + 1
            for index in start..<cookie.utf8.count {
                var bytes = Array(cookie.utf8)
                // The last digit of Base64 has bits without a meaning.
                bytes[index] = index == bytes.count - 1 ? UInt8(ascii: "!") : bytes[index] == 0x41 ? 0x42 : 0x41
                #expect(signIns.identity(of: request(String(decoding: bytes, as: UTF8.self))) == nil, "\(index)")
            }
            for value in ["", "...", "a.b.c.d", String(repeating: "a", count: 5_000), "YWRh.12.x.", "..0."] {
                #expect(signIns.identity(of: request("millrace-sign-in=\(value)")) == nil)
            }
        }

        @Test("Sign-ins · files that are malformed, or that others can read, are refused in words") func files() throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let keys = folder.appendingPathComponent("sign-in-keys")
            func reason() -> String {
                do throws(FileError) {
                    _ = try SignIns(folder: folder)
                    return ""
                } catch { return error.reason }
            }
            _ = try SignIns(folder: folder)
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: keys.path)
            #expect(reason().contains("chmod 600"))
            for text in ["", "x\n", "AAAA\n"] {
                try Data(text.utf8).write(to: keys)
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keys.path)
                #expect(reason() == "A line is no key of 32 bytes in Base64.")
            }
            try FileManager.default.removeItem(at: keys)
            let ended = folder.appendingPathComponent("ended-sign-ins")
            try Data("one\n".utf8).write(to: ended)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: ended.path)
            #expect(reason() == "A line is no sign-in with a time.")
            #expect(throws: FileError.self) { try SignIns(folder: folder.appendingPathComponent("missing")) }
        }
    }
#endif
