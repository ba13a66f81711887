#if Web || Hummingbird || App
    /// Responds to HTTP requests with documents, form results and files.
    final class RequestHandler: Sendable {
        private let configuration: LivePages.Configuration
        private let registry: SessionRegistry
        /// The places for decoding large inputs and encoding documents.
        private let conversions: FairQueue
        /// The files by path, each with its entity tag.
        private let files: [String: (file: WebFile, tag: String)]
        /// The version of the files that documents refer to.
        let version: String
        private let elementStyles = ElementStyles()

        init(_ configuration: LivePages.Configuration, _ registry: SessionRegistry, _ conversions: FairQueue) {
            (self.configuration, self.registry, self.conversions) = (configuration, registry, conversions)
            let css = "text/css; charset=utf-8"
            let builtIn = [
                WebFile("/millrace/millrace.js", type: "text/javascript; charset=utf-8", bytes: ClientScript.plain),
                WebFile("/millrace/millrace.css", type: css, bytes: PackageResources.millrace_css),
                WebFile("/millrace/style.css", type: css, bytes: PackageResources.style_css),
                WebFile("/millrace/icon.svg", type: "image/svg+xml", bytes: Array(Self.icon.utf8)),
            ]
            files = Dictionary((builtIn + configuration.files).map { ($0.path, ($0, $0.entityTag)) }) { first, _ in
                first
            }
            version = PageVersion.make(files.mapValues(\.tag), configuration)
        }

        private static let icon = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#36c"/>\
            <path d="M8 3v10M3 8h10" stroke="#fff" stroke-width="2"/></svg>
            """

        func response(to head: PageRequest, body: [UInt8]) async -> PageResponse {
            if head.path == "/ready" { return stateResponse(head, isGood: await !registry.isDraining) }
            if head.path == "/health" { return stateResponse(head, isGood: true) }
            do {
                try checkHost(of: head)
                return addingSecurityHeaders(to: try await route(head, body), for: head)
            } catch {
                registry.log.write(error, address: head.clientAddress)
                return addingSecurityHeaders(to: response(to: error), for: head)
            }
        }

        /// Returns the response to a request that cannot be handled.
        func response(to error: RequestError) -> PageResponse {
            error.response(configuration.texts, language: configuration.language, start: configuration.mount.path + "/")
        }

        /// Whether a request may evaluate a page. All others cost little.
        func opensPage(_ head: PageRequest) -> Bool {
            head.path == "/millrace/send" || head.path.hasPrefix(ElementStyles.folder)
                || !head.path.hasPrefix("/millrace/") && files[String(head.path)] == nil
        }

        /// Throws an error unless the `Host` header names one of the configured hosts.
        func checkHost(of head: PageRequest) throws(RequestError) {
            guard let host = head["host"], configuration.access.isHost(host) else { throw .unknownHost }
        }

        private func route(_ head: PageRequest, _ body: [UInt8]) async throws(RequestError)
            -> PageResponse
        {
            if head.path == "/millrace/send" {
                if head.method == "POST" { return try await submitForm(head, body) }
                return try redirectToStart(head)
            }
            if head.path == "/millrace/sign-in" { return try await signIn(head, body) }
            guard head.method == "GET" || head.isHead else { throw .methodNotAllowed }
            if let (file, tag) = files[String(head.path)] { return fileResponse(file, tag, head) }
            if head.path.hasPrefix(ElementStyles.folder) { return try await styleSheet(head) }
            if let frame = await configuration.frames?(head) { return frame }
            guard !head.path.hasPrefix("/millrace/"), head.isNavigation else { throw .notFound }
            // Another site can cause prefetches, which must not use up the sessions.
            guard !head.isPrefetch else { throw .prefetch }
            return try await openPage(head)
        }

        /// Returns the style sheet of a document. If it is gone, returns one with the declarations that its page has now.
        private func styleSheet(_ head: PageRequest) async throws(RequestError) -> PageResponse {
            var sheet = elementStyles.sheet(at: head.path)
            if sheet == nil, head.browserCookie != nil,
                let id = FormFields.parse(head.query.utf8)?.first(where: { $0.name == "s" })?.value
            {
                sheet = await registry.styles(of: id, ClientIdentity(head)).map(ElementStyles.sheet)
            }
            guard let sheet, sheet.utf8.count <= ElementStyles.maxSheet else { throw .notFound }
            return PageResponse(
                200, type: "text/css; charset=utf-8", cache: "private, max-age=3600, immutable", Array(sheet.utf8))
        }

        private func fileResponse(_ file: WebFile, _ tag: String, _ head: PageRequest) -> PageResponse {
            let isKnown = head.listValues("if-none-match").contains { ["*", tag, "w/" + tag].contains($0) }
            var response = PageResponse(
                isKnown ? 304 : 200, type: file.type, cache: "no-cache", isKnown ? [] : file.bytes)
            response["ETag"] = tag
            return response
        }

        /// Redirects to the start page: a GET request for a form's URL has no form data.
        private func redirectToStart(_ head: PageRequest) throws(RequestError) -> PageResponse {
            guard head.method == "GET" || head.isHead else { throw .methodNotAllowed }
            var response = PageResponse(303)
            response["Location"] = configuration.mount.path + "/"
            return response
        }

        private func openPage(_ head: PageRequest) async throws(RequestError) -> PageResponse {
            let known = head.browserCookie
            let cookie = known ?? RandomID.make()
            let client = ClientIdentity(cookie: cookie, address: head.clientAddress, identity: head.identity)
            let (id, content) = try await configuration.observer.document { () throws(RequestError) in
                try await registry.open(head.target, client: client, request: head, keepsSession: !head.isHead)
            }
            guard content.isFound else { throw .notFound }
            if await registry.withCurrentIdentity(head).identity != head.identity { return signedOutResponse(head) }
            var response: PageResponse
            if let (id, identity) = await registry.signIn(id, token: nil, client: client) {
                response = try await signedInResponse(id, identity, head, client)
            } else {
                response = await documentResponse(content, id, head, client)
            }
            // The cookie is `SameSite=Lax`. A browser withholds a strict cookie when the user follows a link from
            // another site. It would then get a second cookie, and its open tabs would lose their sessions. Forms and
            // WebSockets also check the origin.
            if known == nil, !head.isHead {
                let path = configuration.mount.path.isEmpty ? "/" : configuration.mount.path
                response.add(
                    "Set-Cookie",
                    "\(head.cookieName)=\(cookie); HttpOnly; SameSite=Lax; Path=\(path)"
                        + (head.isSecure ? "; Secure" : ""))
            }
            // The cookie of a sign-in that has ended.
            if head.identity == nil, let removal = configuration.identities?.removal(of: head) {
                response.add("Set-Cookie", removal)
            }
            return response
        }

        private func submitForm(
            _ head: PageRequest, _ body: [UInt8]
        ) async throws(RequestError) -> PageResponse {
            guard head.isFromOwnPage else { throw .crossOrigin }
            let type = head["content-type"]?.prefix { $0 != ";" }.lowercased()
            guard type == "application/x-www-form-urlencoded" else { throw .unsupportedMediaType }
            guard head.browserCookie != nil else { throw .missingCookie }
            let client = ClientIdentity(head)
            guard let fields = await fields(of: body, from: client), let query = FormFields.parse(head.query.utf8),
                let id = query.first(where: { $0.name == "s" })?.value,
                let number = query.first(where: { $0.name == "q" }).flatMap({ Int($0.value) })
            else { throw .malformedForm }
            // An application's form passes its reference in the URL. All other presses pass it in a field.
            let pressed = query.filter { $0.name == "r" }
            let visitor = await registry.visitor(of: id)
            let content = try await configuration.observer.document { () throws(RequestError) in
                try await registry.submit(pressed + fields, number: number, to: id, client: client)
            }
            if visitor?.hasSignedOut == true { return signedOutResponse(head) }
            if let (id, identity) = await registry.signIn(id, token: nil, client: client) {
                return try await signedInResponse(id, identity, head, client)
            }
            // While the form waited, the visitor may have signed out or in in another way.
            if await registry.withCurrentIdentity(head).identity != head.identity { return signedOutResponse(head) }
            if let visitor, visitor.request != nil, visitor.identity != head.identity { throw .gone }
            return await documentResponse(content, id, head, client)
        }

        /// Responds to a form that has signed its visitor in: with the page, whose session has a new ID, and the cookie.
        private func signedInResponse(
            _ id: String, _ identity: Identity, _ head: PageRequest, _ client: ClientIdentity
        ) async throws(RequestError) -> PageResponse {
            var client = client
            client.identity = identity
            guard let content = await registry.page(id, client)?.content else { throw .gone }
            var response = await documentResponse(content, id, head, client)
            setCookie(of: identity, in: &response, head)
            return response
        }

        /// Responds to a request whose visitor has signed out, and whose session has ended: redirects to the start page.
        private func signedOutResponse(_ head: PageRequest) -> PageResponse {
            var response = PageResponse(303)
            response["Location"] = configuration.mount.path + "/"
            if let removal = configuration.identities?.removal(of: head) { response.add("Set-Cookie", removal) }
            return response
        }

        /// Exchanges the token that a live page has received for the cookie of the identity. The response has the new ID of the session.
        private func signIn(_ head: PageRequest, _ body: [UInt8]) async throws(RequestError) -> PageResponse {
            guard head.method == "POST" else { throw .methodNotAllowed }
            guard head.isFromOwnPage else { throw .crossOrigin }
            guard head.browserCookie != nil else { throw .missingCookie }
            let fields = FormFields.parse(body) ?? []
            guard let token = fields.first(where: { $0.name == "t" })?.value,
                let session = fields.first(where: { $0.name == "s" })?.value
            else { throw .malformedForm }
            guard let (id, identity) = await registry.signIn(session, token: token, client: ClientIdentity(head)) else {
                throw .gone
            }
            var response = PageResponse(
                200, type: "application/json; charset=utf-8", Array(JSONWriter.object(["s": id]).utf8))
            setCookie(of: identity, in: &response, head)
            return response
        }

        private func setCookie(of identity: Identity, in response: inout PageResponse, _ head: PageRequest) {
            guard let identities = configuration.identities else { return }
            response.add("Set-Cookie", identities.cookie(for: identity, isSecure: head.isSecure))
        }

        private func fields(of body: [UInt8], from client: ClientIdentity) async -> [(name: String, value: String)]? {
            await conversions.convert(byteCount: body.count, of: await registry.known(client)) {
                FormFields.parse(body)
            }
        }

        /// The number of live pages that may reconnect at once.
        private static let fewPages = 200

        /// Encodes a document. HEAD needs it too: its response has the length of the body.
        private func documentResponse(
            _ content: PageContent, _ id: String, _ head: PageRequest, _ client: ClientIdentity
        ) async -> PageResponse {
            let styles = elementStyles.path(for: content.styles)
            let (client, liveCount) = (await registry.known(client), await registry.liveCount)
            return await conversions.convert(byteCount: content.html.utf8.count, of: client) {
                let html = Document.html(
                    content, session: id, elementStyles: styles, version: version,
                    acceptsSockets: head.acceptsSockets, hasFewPages: liveCount <= Self.fewPages, configuration)
                return PageResponse(
                    content.isMissing ? 404 : 200, type: "text/html; charset=utf-8", Array(html.utf8))
            }
        }

        /// Returns the state of the server, for a proxy or a process manager: whether it wants further requests, or whether it runs at
        /// all. It accepts any host name.
        private func stateResponse(_ head: PageRequest, isGood: Bool) -> PageResponse {
            guard head.method == "GET" || head.isHead else {
                return addingSecurityHeaders(to: response(to: .methodNotAllowed), for: nil)
            }
            if !isGood { return addingSecurityHeaders(to: response(to: .shuttingDown), for: nil) }
            return addingSecurityHeaders(
                to: PageResponse(200, type: "text/plain; charset=utf-8", Array("ok\n".utf8)), for: nil)
        }

        /// Adds the security headers that every response has.
        func addingSecurityHeaders(to response: PageResponse, for head: PageRequest?) -> PageResponse {
            response.secured(
                for: head?["host"].flatMap { configuration.access.isHost($0) ? $0 : nil },
                hasFrames: configuration.frames != nil)
        }
    }
#endif
