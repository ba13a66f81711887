#if (Hummingbird || Web) && SQLite || App
    public import MillraceDurable
    public import MillraceModules
    public import MillraceWeb

    extension WebSessions {
        /// Creates a session for each browser tab, each on its own actor, and keeps it in a storage: its scenes, the states of their modules, the
        /// browser's history, the commands in flight and the delays. After a restart of the program, or an update, each tab shows what it showed.
        ///
        /// ```swift
        /// .perTab(durable: storage) { session, engine in
        ///     engine.handle(Charge.self) { command, call in … }
        ///     return Navigator(root: Feed(), stacked: true, on: engine.engine)
        /// }
        /// ```
        /// A session is stored from its first input on. A document that is only read stores nothing. The input is stored before the page
        /// acknowledges it, together with those of other sessions. A session that no browser uses is unloaded after
        /// `LivePages.Limits.sessionTimeout`, and loaded for its browser, for a message to its engine, or when a delay ends. It is deleted
        /// 24 hours after its last browser disconnected, and when its visitor signs out.
        ///
        /// If several nodes share the storage, a session is on one of them at a time, and goes where its browser connects.
        ///
        /// The states of all modules and the transitions that present them are `Codable`; another one is a `sceneNotDurable` fault. A command is a
        /// `DurableCommand` or a `TransientCommand`. Questions of `Navigator.ask`, held messages and files end with the process, and
        /// the page says so.
        ///
        /// - Parameters:
        ///   - storage: The storage. It is open as long as the server runs.
        ///   - makeNavigator: Registers the handlers, and creates the navigator on the engine. It runs on the session's actor: for each requested
        ///     document, for a browser whose session has ended, and each time that a stored session is loaded. Then `session.visitor` has the stored
        ///     identity and no request, and the navigator has the stored scenes: their modules come from their routers, whose routes are not
        ///     performed again, and neither `start` nor `resume` is called. If it throws, the page shows an error, and the session stays in the
        ///     storage.
        public static func perTab(
            durable storage: DurableStorage,
            _ makeNavigator: @escaping @Sendable (isolated WebSession, DurableEngine) async throws -> Navigator
        ) -> WebSessions {
            WebSessions(DurableSessions(storage, makeNavigator))
        }
    }
#endif
