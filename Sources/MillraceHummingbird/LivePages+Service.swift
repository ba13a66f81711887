#if Hummingbird || App
    public import MillraceWeb
    public import ServiceLifecycle

    extension LivePages: Service {
        /// Runs until the services shut down or the task is cancelled. Then ends all sessions.
        ///
        /// Pass pages to an application as one of its services. It then stops its server first, which finishes requests and closes
        /// live connections with the code 1012: their scripts connect again, to the next program.
        public func run() async {
            try? await gracefulShutdown()
            await shutDown()
        }
    }
#endif
