#if Hummingbird || App
    import HTTPTypes
    public import Hummingbird
    public import MillraceWeb

    /// Protects the application's own routes as pages protect themselves: the host must be one of the configuration, and a request that
    /// changes something must come from the server's own pages.
    ///
    /// ```swift
    /// router.add(middleware: SiteMiddleware(pages, except: ["/hooks/payment"]))
    /// ```
    /// A browser sends its cookies also with the forms of other sites. So a request with another method than GET or HEAD must
    /// name the server in its `Origin`, `Sec-Fetch-Site` or `Referer`; otherwise the response has the status 403. A request of another
    /// program, such as a webhook, names none: exclude its path, and let its route verify a signature.
    ///
    /// It applies to the routes that are added after it. ``WebServer`` adds it before its own routes.
    public struct SiteMiddleware<Context: RequestContext>: RouterMiddleware {
        private let pages: LivePages
        private let exceptions: Set<String>

        /// Creates the middleware.
        ///
        /// - Parameters:
        ///   - pages: The pages, whose configuration has the hosts and the trusted proxies.
        ///   - paths: The paths of routes that accept requests from anywhere, each as clients send it. Defaults to none.
        public init(_ pages: LivePages, except paths: [String] = []) {
            (self.pages, exceptions) = (pages, Set(paths))
        }

        /// Passes a request on, or refuses it as pages do.
        @concurrent public func handle(
            _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
        ) async throws -> Response {
            let head = pages.head(of: request)
            do throws(RequestError) {
                try pages.check(head, mayComeFromAnywhere: exceptions.contains(request.uri.path))
            } catch {
                return Response(pages.refusal(of: head, because: error))
            }
            return try await next(request, context)
        }
    }

    extension LivePages {
        /// The person behind a request for a route of the application: as the configuration's `identities` or a trusted proxy names them.
        /// `nil` without a sign-in.
        public func identity(of request: Request) -> Identity? { head(of: request).identity }

        /// Returns the head of any request, which may have fields that pages refuse.
        fileprivate func head(of request: Request) -> PageRequest {
            let connection = Connection.current
            var fields = request.headers.map { (name: $0.name.canonicalName, value: $0.value) }
            fields.removeAll { $0.name == "cookie" }
            if let cookies = request.headers[.cookie] { fields.append(("cookie", cookies)) }
            if let host = request.head.authority { fields.append(("host", host)) }
            var head = PageRequest(
                method: request.method.rawValue, uncheckedFields: fields, address: connection?.address ?? "",
                isSecure: connection?.isSecure ?? (request.head.scheme == "https"))
            prepare(&head)
            return head
        }
    }
#endif
