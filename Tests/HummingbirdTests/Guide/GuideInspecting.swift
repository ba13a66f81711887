#if Hummingbird || App
    import Foundation
    import Hummingbird
    import Millrace
    import MillraceHummingbird
    import MillraceInspector
    import MillraceJournal
    import MillraceWeb

    @MainActor func record(_ engine: Engine, into folder: URL) throws -> Recorder {
        try Recorder(engine, folder: folder)
    }

    struct PIN: Codable, Hashable, Sendable, Unrecorded { var digits: String }

    @MainActor func inspect(_ recorder: Recorder) async throws {
        let server = InspectorServer(Inspector(recorder))
        async let running: Void = server.run()
        print("The inspector is at \(try await server.link)")
        try await running
    }

    func inspector(of recorder: Recorder, _ configuration: LivePages.Configuration) -> Inspector {
        Inspector(recorder, screens: RecordedScreens(configuration) { [Menu(), Dish(), Bill()] })
    }

    /// Shows developers the inspector, and everybody else that there is no such page.
    struct Developers: RouterMiddleware {
        let isDeveloper: @Sendable (Request) -> Bool

        @concurrent func handle(
            _ request: Request, context: BasicRequestContext,
            next: @concurrent (Request, BasicRequestContext) async throws -> Response
        ) async throws -> Response {
            guard isDeveloper(request) else { throw HTTPError(.notFound) }
            return try await next(request, context)
        }
    }

    func mount(
        _ inspector: Inspector, on router: Router<BasicRequestContext>,
        isDeveloper: @escaping @Sendable (Request) -> Bool
    ) -> LivePages {
        let pages = inspector.pages()
        router.group().add(middleware: Developers(isDeveloper: isDeveloper)).pages(pages, at: "inspector")
        return pages
    }
#endif
