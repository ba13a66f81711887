#if Web || Hummingbird || App
    public import MillraceModules
    import Millrace

    /// Defines how a server creates sessions, and whether browser tabs share one.
    ///
    /// ```swift
    /// .perTab { session in Navigator(root: Feed(), stacked: true, on: Engine()) }
    /// ```
    /// With `perTab` and `shared`, each session has its own actor, and its engine is created there. Such sessions share a store
    /// by its handle, `store.remote`. Sessions that share an engine live on the main actor: use `perTabOnMain`.
    public struct WebSessions: Sendable {
        /// Whether all browsers share one session. It is created at the first request, created again after it has
        /// ended, and never times out.
        var isShared: Bool
        /// Whether the pages of several clients belong to one actor.
        var hasSharedActor = false
        /// Stores the sessions; `nil` if they end with the process.
        package var storage: (any SessionStorage)? = nil
        /// Creates a session with this ID for a visitor.
        var make: @Sendable (_ id: String, _ visitor: Visitor) async throws -> any ServedPage
    }

    extension WebSessions {
        /// Defines sessions that a storage keeps. They have actors of their own.
        package init(_ storage: some SessionStorage) {
            self.init(isShared: false, storage: storage) { id, visitor in
                try await storage.session(id, visitor, named: nil)
            }
        }
    }

    extension WebSessions {
        /// Creates a session for each browser tab, each on its own actor. ``WebSession/visitor`` is who requests it.
        ///
        /// `makeNavigator` is called on that actor for each requested document, and for a browser that reconnects after
        /// its session has ended. If it throws, the browser receives an error, and the details are logged.
        public static func perTab(
            _ makeNavigator: @escaping @Sendable (isolated WebSession) async throws -> Navigator
        ) -> WebSessions {
            WebSessions(isShared: false) { id, visitor in
                try await WebSession(id, visitor, isShared: false, makeNavigator)
            }
        }

        /// Creates one session for all browsers, on its own actor. All users see and change the same window.
        ///
        /// If `makeNavigator` throws, the browser receives an error, and the next request calls it again.
        public static func shared(
            _ makeNavigator: @escaping @Sendable (isolated WebSession) async throws -> Navigator
        ) -> WebSessions {
            WebSessions(isShared: true, hasSharedActor: true) { id, visitor in
                try await WebSession(id, visitor, isShared: true, makeNavigator)
            }
        }

        /// Creates a session for each browser tab, all on the main actor. The sessions may use one engine and share its
        /// stores.
        ///
        /// `makeNavigator` is called on the main actor for each requested document, and for a browser that reconnects
        /// after its session has ended, with the visitor who requests it. If it throws, the browser receives an error, and the details are
        /// logged.
        public static func perTabOnMain(
            _ makeNavigator: @escaping @MainActor @Sendable (_ visitor: Visitor) async throws -> Navigator
        ) -> WebSessions {
            WebSessions(isShared: false, hasSharedActor: true) { id, visitor in
                try await MainActorSession(id, visitor, isShared: false) { try await makeNavigator(visitor) }
            }
        }

        /// Creates one session for all browsers, on the main actor. All users see and change the same window.
        ///
        /// If `makeNavigator` throws, the browser receives an error, and the next request calls it again.
        public static func sharedOnMain(
            _ makeNavigator: @escaping @MainActor @Sendable () async throws -> Navigator
        ) -> WebSessions {
            WebSessions(isShared: true, hasSharedActor: true) { id, visitor in
                try await MainActorSession(id, visitor, isShared: true, makeNavigator)
            }
        }
    }
#endif
