#if Web || Hummingbird || App
    public import Foundation
    public import MillraceJournal
    public import MillraceWeb
    import Millrace

    /// Remembers in signed cookies who has signed in, over restarts of the program.
    ///
    /// ```swift
    /// configuration.identities = try SignIns(folder: data)
    /// ```
    /// A cookie contains the account, a number of the sign-in and its time. It is `HttpOnly`, `SameSite=Lax`, and `Secure` where TLS is
    /// used. The folder has two files that only their owner can read: the keys, and the sign-ins that have ended. On several nodes, use
    /// `SignIns(durable:)` of the module `MillracePages`, which keeps them in the storage. All members can be used on any thread.
    public final class SignIns: IdentityService {
        private struct State {
            var keys: SigningKeys
            /// The sign-ins that have ended, each with the time until which its cookie would be valid, in seconds since 1970.
            var ended: [String: Int]
            /// The version of the record with the keys.
            var version: Int
        }

        /// The name of the cookie.
        public let name: String
        private let path: String
        private let duration: Int
        private let now: @Sendable () -> Date
        private let storage: any SignInStorage
        private let state: Lock<State>

        /// Opens the files of a folder, or creates them. One program may use them at a time.
        ///
        /// - Parameters:
        ///   - folder: A folder that exists.
        ///   - name: The name of the cookie. A cookie is valid only under its name, so pages at two paths with different names
        ///     have sign-ins of their own. Defaults to `millrace-sign-in`.
        ///   - path: The path below which browsers send the cookie. Defaults to all.
        ///   - days: The number of days that a sign-in lasts. Defaults to 30.
        ///   - now: Returns the time. Defaults to the system's.
        /// - Throws: `FileError`, if a file cannot be read or written, is malformed, or can be read by others.
        public convenience init(
            folder: URL, name: String = "millrace-sign-in", path: String = "/", days: Int = 30,
            now: @escaping @Sendable () -> Date = { Date() }
        ) throws(FileError) {
            let files = try SignInFiles(folder)
            do { try self.init(files, files.record, name: name, path: path, days: days, now: now) } catch {
                throw FileError(.read, folder, error)
            }
        }

        /// Keeps the sign-ins in a storage.
        ///
        /// - Parameter record: What is stored.
        /// - Throws: An error, if a key is malformed.
        package init(
            _ storage: any SignInStorage, _ record: SignInRecord, name: String, path: String, days: Int,
            now: @escaping @Sendable () -> Date
        ) throws {
            (self.storage, self.name, self.path, self.now, duration) = (storage, name, path, now, days * 86_400)
            let time = Int(now().timeIntervalSince1970)
            let ended = record.ended.filter { $0.value > time }
            state = Lock(State(keys: try SigningKeys(record.keys), ended: ended, version: record.version))
        }

        /// Uses what is stored now, unless it is older. A sign-in that has ended remains so.
        package func update(to record: SignInRecord) {
            let (time, keys) = (Int(now().timeIntervalSince1970), try? SigningKeys(record.keys))
            state.withLock { state in
                state.ended.merge(record.ended) { $1 }
                state.ended = state.ended.filter { $0.value > time }
                guard record.version >= state.version, let keys else { return }
                (state.keys, state.version) = (keys, record.version)
            }
        }

        /// Signs with a new key from now on. Cookies of the key before remain valid, and those of older keys do not.
        ///
        /// - Throws: An error, if the keys cannot be stored. They are unchanged then.
        public func rotateKeys() async throws { update(to: try await storage.change { $0.rotate() }) }

        /// Returns the identity in the cookie of a request; `nil` if the cookie is missing, forged, ended or too old.
        public func identity(of request: PageRequest) -> Identity? {
            guard let value = request.cookie(name), value.utf8.count <= Self.maxBytes else { return nil }
            let parts = value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 4, let time = Int(parts[2]), let account = Self.account(parts[0]) else { return nil }
            let isValid = state.withLock { state in
                state.ended[parts[1]] == nil && state.keys.isValid(Self.base64(parts[3]), of: text(parts.dropLast()))
            }
            guard isValid, Int(now().timeIntervalSince1970) < time + duration else { return nil }
            return Identity(account, signIn: parts[1])
        }

        /// Returns the value of `Set-Cookie` for an identity with a sign-in.
        public func cookie(for identity: Identity, isSecure: Bool) -> String {
            let account = Self.cookieText(Data(identity.account.utf8).base64EncodedString())
            let parts = [account, identity.signIn, "\(Int(now().timeIntervalSince1970))"]
            let code = Self.cookieText(state.withLock { $0.keys.sign(text(parts[...])) })
            return "\(name)=\(parts.joined(separator: ".")).\(code); Max-Age=\(duration)" + attributes(isSecure)
        }

        /// The value of `Set-Cookie` that removes the cookie of a request; `nil` if it has none.
        public func removal(of request: PageRequest) -> String? {
            request.cookie(name).map { _ in "\(name)=; Max-Age=0" + attributes(request.isSecure) }
        }

        /// Ends a sign-in, also after a restart.
        ///
        /// - Throws: An error, if the end cannot be stored. Then the sign-in is ended in memory only.
        public func end(_ identity: Identity) async throws {
            // Such an identity has no cookie: a proxy names it, for example.
            guard !identity.signIn.isEmpty, !identity.signIn.contains(where: \.isWhitespace) else { return }
            let time = Int(now().timeIntervalSince1970)
            let (signIn, end) = (identity.signIn, time + duration)
            state.withLock { $0.ended[signIn] = end }
            let record = try await storage.change { record in
                record.ended = record.ended.filter { $0.value > time }
                record.ended[signIn] = end
            }
            update(to: record)
        }

        private func attributes(_ isSecure: Bool) -> String {
            "; HttpOnly; SameSite=Lax; Path=\(path)" + (isSecure ? "; Secure" : "")
        }

        /// The text that is signed. It contains the name of the cookie, so a cookie is not valid under another name.
        private func text(_ parts: ArraySlice<String>) -> String {
            "millrace sign-in 1\n\(name)\n\(parts.joined(separator: "."))"
        }

        /// The maximum number of bytes in a cookie.
        private static let maxBytes = 4_096

        private static func account(_ text: String) -> String? {
            Data(base64Encoded: base64(text)).flatMap { String(validating: $0, as: UTF8.self) }
        }

        /// Base64 with characters that a cookie can have.
        private static func cookieText(_ base64: String) -> String {
            String(base64.compactMap { ["+": "-", "/": "_", "=": nil][$0] ?? $0 })
        }

        private static func base64(_ text: String) -> String {
            let digits = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
            return digits + String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
        }
    }
#endif
