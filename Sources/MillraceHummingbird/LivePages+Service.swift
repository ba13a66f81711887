#if Hummingbird || App
    public import MillraceWeb
    public import ServiceLifecycle

    extension LivePages: Service {
        /// Runs until the services shut down, and then ends all sessions after the requests that run. If the task is cancelled, ends them
        /// at once.
        ///
        /// Pass pages to an application as one of its services. It then stops its server first, which finishes requests and closes
        /// live connections with the code 1012: their scripts connect again, to the next program.
        public func run() async {
            do {
                try await gracefulShutdown()
                await shutDown()
            } catch {
                await end()
            }
        }
    }
#endif
