#if DEBUG
    import MillraceModules
    @testable import MillraceWeb

    extension WebSessions {
        /// Sessions that ignore their visitors.
        init(isShared: Bool, _ make: @escaping @Sendable (String) async throws -> any ServedPage) {
            self.init(isShared: isShared, make: { id, _ in try await make(id) })
        }
    }

    extension MainActorSession {
        /// A session whose visitor has no request and no identity.
        convenience init(
            _ id: String, isShared: Bool, _ makeNavigator: @MainActor @Sendable () async throws -> Navigator
        ) async throws {
            try await self.init(id, Visitor(), isShared: isShared, makeNavigator)
        }
    }
#endif
