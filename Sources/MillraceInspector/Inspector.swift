#if Inspector || App
    public import Foundation
    import Millrace
    public import MillraceJournal
    public import MillraceWeb
    import MillraceModules

    /// Explains what an engine does and did: a page with every message, its causes and effects, and each state.
    ///
    /// ```swift
    /// let recorder = try Recorder(engine, folder: folder)
    /// let server = InspectorServer(Inspector(recorder))
    /// async let running: Void = server.run()
    /// print("Inspector: \(try await server.link)")
    /// ```
    /// It reads the recording of a `Recorder`, of a program that runs or has run. It runs on engines of its own, so it never records
    /// itself, and it cannot change the program.
    ///
    /// An application that has its own identities can mount the pages instead, behind a route that only its developers reach:
    ///
    /// ```swift
    /// router.pages(inspector.pages(), at: "inspector") { request, context in try context.developer() }
    /// ```
    public struct Inspector: Sendable {
        private let reader: InspectorReader

        /// Inspects the engine of a recorder while it runs, and the earlier runs in its folder.
        ///
        /// - Parameters:
        ///   - recorder: The recorder.
        ///   - screens: The screens of the program, with which a page is drawn as it looked. Defaults to `nil`: pages are not drawn.
        public init(_ recorder: Recorder, screens: RecordedScreens? = nil) {
            reader = InspectorReader(reader: recorder.reader(), screens: screens)
        }

        /// Inspects a recording.
        ///
        /// - Parameters:
        ///   - recording: The folder of a recorder, or one of its files.
        ///   - screens: The screens of the program, with which a page is drawn as it looked. Defaults to `nil`: pages are not drawn.
        /// - Throws: `RecordingError`, if there is no recording, or one that this version does not know.
        public init(recording: URL, screens: RecordedScreens? = nil) async throws(RecordingError) {
            let reader = RingReader(recording)
            try await reader.refresh()
            self.reader = InspectorReader(reader: reader, screens: screens)
        }

        /// Inspects what a storage contains now, such as a file of durable engines.
        package init(_ recording: SnapshotRecording) async throws(RecordingError) {
            let reader = RingReader(recording)
            try await reader.refresh()
            self.reader = InspectorReader(reader: reader, screens: nil)
        }

        /// Creates the pages, for an application that decides itself who sees them.
        ///
        /// - Parameter configuration: The settings. The style and the script of the inspector are added. Defaults to this machine only.
        public func pages(_ configuration: LivePages.Configuration = .init()) -> LivePages {
            var configuration = Self.styled(configuration)
            configuration.frames = frames(areOpen: { _ in true })
            return LivePages(configuration, sessions: sessions(behind: nil))
        }

        /// Returns the sessions. With a key, a visitor without a cookie sees the gate.
        func sessions(behind key: InspectorKey?) -> WebSessions {
            let reader = reader
            return .perTab { session in
                let visitor = session.visitor
                let engine = Engine()
                reader.registerHandlers(on: engine)
                guard let key, visitor.identity == nil else {
                    return Navigator(root: Timeline(), stacked: true, on: engine)
                }
                engine.handle(UseKey.self) { command in
                    guard key.use(command.key) else { return false }
                    visitor.signIn(as: "inspector")
                    return true
                }
                return Navigator(root: Gate(), stacked: true, on: engine)
            }
        }

        /// Returns the documents of frames: pages as they looked.
        ///
        /// - Parameter areOpen: Whether a request may see them.
        private func frames(
            areOpen: @escaping @Sendable (PageRequest) -> Bool
        ) -> @Sendable (PageRequest) async -> PageResponse? {
            let reader = reader
            return { request in
                var path = WebPath(request.target)
                guard path.take("frame"), let place = ScreenPlace(&path), areOpen(request) else { return nil }
                return await reader.frame(place)
            }
        }

        /// Adds the style and the script of the inspector.
        static func styled(_ configuration: LivePages.Configuration) -> LivePages.Configuration {
            var configuration = configuration
            configuration.files.append(
                WebFile("/inspector.css", type: "text/css", bytes: PackageResources.inspector_css))
            configuration.stylesheets.append("/inspector.css")
            configuration.files.append(
                WebFile("/inspector.js", type: "text/javascript", bytes: PackageResources.inspector_js))
            configuration.scripts.append("/inspector.js")
            return configuration
        }

        /// The settings of a server of its own: this machine only, and the person with the key.
        func configuration(_ key: InspectorKey) -> LivePages.Configuration {
            var configuration = Self.styled(LivePages.Configuration())
            configuration.frames = frames(areOpen: { $0.identity != nil })
            configuration.identities = key
            return configuration
        }
    }
#endif
