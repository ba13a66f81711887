#if Inspector || App
    import Millrace
    import MillraceWeb

    /// Lets the person in who has the link with the key, and no one else. A key is valid once; then the browser has a cookie.
    final class InspectorKey: IdentityService {
        private struct State {
            /// The key of the link; `nil` after its use.
            var key: String?
            /// The sign-ins of the browsers that have used a key.
            var signIns: Set<String> = []
        }

        /// The name of the cookie. Other inspectors on this computer have other names, because cookies do not depend on the port.
        private let cookie = "millrace-inspector-" + String(UInt32.random(in: .min ... .max), radix: 36)
        private let state: Lock<State>
        /// The key of the link.
        let key: String

        init() {
            var random = SystemRandomNumberGenerator()
            key = (0..<4).map { _ in String(random.next() as UInt64, radix: 36) }.joined()
            state = Lock(State(key: key))
        }

        /// Uses a key.
        ///
        /// - Returns: Whether it is the right one, and was not used before.
        func use(_ key: String) -> Bool {
            state.withLock { state in
                guard let own = state.key, own == key else { return false }
                state.key = nil
                return true
            }
        }

        func identity(of request: PageRequest) -> Identity? {
            guard let signIn = request.cookie(cookie), state.withLock({ $0.signIns.contains(signIn) }) else {
                return nil
            }
            return Identity("inspector", signIn: signIn)
        }

        func cookie(for identity: Identity, isSecure: Bool) -> String {
            state.withLock { _ = $0.signIns.insert(identity.signIn) }
            return "\(cookie)=\(identity.signIn); HttpOnly; SameSite=Strict; Path=/" + (isSecure ? "; Secure" : "")
        }

        func removal(of request: PageRequest) -> String? {
            request.cookie(cookie).map { [cookie] _ in "\(cookie)=; Max-Age=0; HttpOnly; SameSite=Strict; Path=/" }
        }

        func end(_ identity: Identity) { state.withLock { _ = $0.signIns.remove(identity.signIn) } }
    }
#endif
