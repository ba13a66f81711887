#if Web
    /// An HTTP error: a status and a message for the user.
    struct RequestError: Error, Equatable {
        let status: Int
        let message: String
        /// Whether the response contains a link to the start page.
        var hasStartLink = false

        static let malformed = RequestError(
            status: 400, message: "The request is malformed. Send a valid HTTP/1.1 request.")
        static let malformedForm = RequestError(
            status: 400, message: "The form is malformed. Reload the page and submit it again.")
        static let missingCookie = RequestError(
            status: 403, message: "The browser sent no cookie. Allow cookies for this site and reload the page.")
        static let unknownHost = RequestError(
            status: 421, message: "The requested host is not served here. Check the host name in the URL.")
        static let crossOrigin = RequestError(
            status: 403, message: "The request comes from another site and was rejected. Open this site and try again.")
        static let notFound = RequestError(status: 404, message: "Page not found.", hasStartLink: true)
        static let methodNotAllowed = RequestError(status: 405, message: "This request method is not supported here.")
        static let timeout = RequestError(status: 408, message: "The request was not completed in time. Try again.")
        static let gone = RequestError(
            status: 410, message: "This page has expired. Its session has ended.",
            hasStartLink: true)
        static let lengthRequired = RequestError(
            status: 411, message: "The request has no Content-Length header. Send the length of the body.")
        static let unsupportedMediaType = RequestError(
            status: 415, message: "The content type is not supported. Submit a URL-encoded form.")
        static let upgradeRequired = RequestError(status: 426, message: "This URL accepts only WebSocket connections.")
        static let sessionFailed = RequestError(
            status: 500, message: "The page could not be opened because of a server error. Try again later.")
        static let tooManyConnections = RequestError(
            status: 503, message: "The server has too many open connections. Close some tabs, or try again later.")
        static let tooManySessions = RequestError(
            status: 503, message: "The server has too many open pages. Close some tabs, or try again later.")
        static let prefetch = RequestError(
            status: 503, message: "Pages are not served in advance. Open the page when it is needed.")
        static let shuttingDown = RequestError(status: 503, message: "The server is shutting down. Try again later.")

        static func bodyTooLarge(_ limit: Int) -> RequestError {
            RequestError(status: 413, message: "The request body is too large. It may have at most \(limit) bytes.")
        }

        static func headTooLarge(_ limit: Int) -> RequestError {
            RequestError(status: 431, message: "The request head is too large. It may have at most \(limit) bytes.")
        }

        var response: Response {
            guard hasStartLink else {
                return Response(status, type: "text/plain; charset=utf-8", Array("\(message)\n".utf8))
            }
            let html = """
                <!doctype html><html lang="en"><head><meta charset="utf-8"><title>\(Document.escape(message))</title></head>\
                <body><p>\(Document.escape(message)) <a href="/">Go to the start page.</a></p></body></html>
                """
            return Response(status, type: "text/html; charset=utf-8", Array("\(html)\n".utf8))
        }
    }
#endif
