#if Web
    public import MillraceModules
    import Millrace

    /// What a server serves: how a session is made, and who has one.
    ///
    /// ```swift
    /// .perTab { session in Navigator(root: Feed(), stacked: true, on: Engine()) }
    /// ```
    /// Each session has an actor of its own, on which its engine is made and lives; where several shall share a store they live on the main
    /// actor instead.
    public struct WebSessions: Sendable {
        /// Whether there is one for all browsers. It is made when it is first asked for, made again once it has ended, and
        /// kept as long as the server runs.
        var isShared: Bool
        /// Makes a session that is to be known by this name.
        var make: @Sendable (_ id: String) async throws -> any ServedPage
    }

    extension WebSessions {
        /// A session for each tab of a browser, each on an actor of its own.
        ///
        /// `begin` is called on that actor for each document that is asked for. Where it throws, the browser is told that the page
        /// could not be opened, and the configuration's `report` why.
        public static func perTab(
            _ makeNavigator: @escaping @Sendable (isolated WebSession) async throws -> Navigator
        ) -> WebSessions { WebSessions(isShared: false) { try await WebSession($0, isShared: false, makeNavigator) } }

        /// One session for all, on an actor of its own: everybody sees and changes the same window.
        public static func shared(
            _ makeNavigator: @escaping @Sendable (isolated WebSession) async throws -> Navigator
        ) -> WebSessions { WebSessions(isShared: true) { try await WebSession($0, isShared: true, makeNavigator) } }

        /// A session for each tab of a browser, all on the main actor: they may be windows of one engine, and share its stores.
        public static func perTabOnMain(
            _ makeNavigator: @escaping @MainActor @Sendable () async throws -> Navigator
        ) -> WebSessions {
            WebSessions(isShared: false) { try await MainActorSession($0, isShared: false, makeNavigator) }
        }

        /// One session for all, on the main actor: everybody sees and changes the same window.
        public static func sharedOnMain(
            _ makeNavigator: @escaping @MainActor @Sendable () async throws -> Navigator
        ) -> WebSessions {
            WebSessions(isShared: true) { try await MainActorSession($0, isShared: true, makeNavigator) }
        }
    }
#endif
