#if Web || Hummingbird || App
    /// An HTTP error: a status and a message for the user.
    public struct RequestError: Error, Equatable {
        /// The status of the response.
        public let status: Int
        /// The message, in English if it is not one of the ``PageTexts``.
        public let message: String
        /// The key of the message, if users can cause the error. Other errors are for the authors of clients, in English.
        var key: PageTexts.Key?
        /// Whether the response contains a link to the start page.
        var hasStartLink = false

        package static let malformed = RequestError(
            status: 400, message: "The request is malformed. Send a valid HTTP/1.1 request.")
        static let malformedForm = RequestError(
            status: 400, message: "The form is malformed. Reload the page and submit it again.")
        static let missingCookie = RequestError(403, .missingCookie)
        static let unknownHost = RequestError(
            status: 421, message: "The requested host is not served here. Check the host name in the URL.")
        static let crossOrigin = RequestError(
            status: 403, message: "The request comes from another site and was rejected. Open this site and try again.")
        package static let notFound = RequestError(404, .pageNotFound, hasStartLink: true)
        package static let methodNotAllowed = RequestError(
            status: 405, message: "This request method is not supported here.")
        package static let timeout = RequestError(
            status: 408, message: "The request was not completed in time. Try again.")
        static let unexpectedUpload = RequestError(
            status: 410, message: "The page does not expect this file. Reload the page and choose the file again.")
        static let uploadEnded = RequestError(
            status: 410, message: "The upload was cancelled, or the page needs no more of this file.")
        package static let gone = RequestError(410, .pageExpired, hasStartLink: true)
        static let lengthRequired = RequestError(
            status: 411, message: "The request has no Content-Length header. Send the length of the body.")
        static let unsupportedMediaType = RequestError(
            status: 415, message: "The content type is not supported. Submit a URL-encoded form.")
        static let upgradeRequired = RequestError(status: 426, message: "This URL accepts only WebSocket connections.")
        static let sessionFailed = RequestError(500, .serverError)
        package static let tooManyConnections = RequestError(503, .tooManyConnections)
        package static let tooManyRequests = RequestError(503, .tooManyRequests)
        static let tooManySessions = RequestError(503, .tooManyPages)
        static let prefetch = RequestError(
            status: 503, message: "Pages are not served in advance. Open the page when it is needed.")
        package static let shuttingDown = RequestError(503, .shuttingDown)
        static let sessionInUse = RequestError(503, .serverBusy)
        static let waitsForUpdate = RequestError(503, .waitsForUpdate)
        package static let waitsForStorage = RequestError(503, .waitsForStorage)

        package static func bodyTooLarge(_ limit: Int) -> RequestError {
            RequestError(status: 413, message: "The request body is too large. It may have at most \(limit) bytes.")
        }

        package static func headTooLarge(_ limit: Int) -> RequestError {
            RequestError(status: 431, message: "The request head is too large. It may have at most \(limit) bytes.")
        }

        /// Returns the message in the language of the pages.
        func text(_ texts: PageTexts) -> String { key.map { texts[$0] } ?? message }

        /// Returns the response with the message in the language of the pages.
        package func response(_ texts: PageTexts = .english, language: String = "en", start: String = "/")
            -> PageResponse
        {
            let message = text(texts)
            guard hasStartLink else {
                return PageResponse(status, type: "text/plain; charset=utf-8", Array("\(message)\n".utf8))
            }
            let (text, link) = (Document.escape(message), Document.escape(texts[.startPage]))
            let html = """
                <!doctype html><html lang="\(Document.escape(language))"><head><meta charset="utf-8"><title>\(text)</title>\
                </head><body><p>\(text) <a href="\(Document.escape(start))">\(link)</a></p></body></html>
                """
            return PageResponse(status, type: "text/html; charset=utf-8", Array("\(html)\n".utf8))
        }
    }

    extension RequestError {
        private init(_ status: Int, _ key: PageTexts.Key, hasStartLink: Bool = false) {
            self.init(status: status, message: PageTexts.english[key], key: key, hasStartLink: hasStartLink)
        }
    }
#endif
