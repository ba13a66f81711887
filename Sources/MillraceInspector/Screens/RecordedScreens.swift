#if Inspector || App
    import Millrace
    public import MillraceWeb

    /// The screens of a program, with which an inspector draws a page as it looked.
    ///
    /// ```swift
    /// let screens = RecordedScreens(configuration) { [Feed(), Item(), Settings()] }
    /// let server = InspectorServer(Inspector(recorder, screens: screens))
    /// ```
    /// The inspector calls only `view(_:)`, `title(_:)` and `reduce(_:_:)` of these values, with recorded states and actions. Their flows are
    /// not performed: no handler runs, no effect starts, and nothing is sent. The program's engine is not used.
    ///
    /// They run in this process. Parts that are never recorded are empty, so a `view(_:)` that relies on their content must not trap.
    public struct RecordedScreens: Sendable {
        /// The settings of the program's pages.
        let configuration: LivePages.Configuration
        private let make: @Sendable () -> [any WebModule]

        /// Creates the screens.
        ///
        /// - Parameters:
        ///   - configuration: The settings of the program's pages. Their style sheets, texts and limits are used. Defaults to those of
        ///     Millrace.
        ///   - modules: Returns a value of each module that a page can show, in any order. Called on any thread, for each page that is drawn.
        public init(
            _ configuration: LivePages.Configuration = .init(), modules: @escaping @Sendable () -> [any WebModule]
        ) {
            (self.configuration, make) = (configuration, modules)
        }

        /// The modules, by the names of their types in a recording.
        var modules: [String: any WebModule] {
            Dictionary(make().map { (typeName(type(of: $0)), $0) }) { first, _ in first }
        }
    }
#endif
