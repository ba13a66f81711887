#if Web
    /// An answer to what is not done: a status and one message.
    struct RequestError: Error, Equatable {
        let status: Int
        let message: String
        /// Whether a link to the beginning is shown.
        var hasStartLink = false

        static let malformed = RequestError(
            status: 400, message: "The request is malformed: it is not HTTP/1.1 as it should be.")
        static let malformedForm = RequestError(
            status: 400, message: "The form is malformed: its fields cannot be read.")
        static let missingCookie = RequestError(
            status: 403, message: "The browser sent no cookie: this page needs one to know its visitors apart.")
        static let unknownHost = RequestError(status: 421, message: "The request is meant for another host.")
        static let crossOrigin = RequestError(
            status: 403, message: "The request comes from another site, so it is not answered.")
        static let notFound = RequestError(status: 404, message: "There is nothing here.", hasStartLink: true)
        static let methodNotAllowed = RequestError(status: 405, message: "This method is not answered here.")
        static let timeout = RequestError(status: 408, message: "The request did not come to its end in time.")
        static let gone = RequestError(
            status: 410, message: "The page that this was sent from is not open any more: it was unused for too long.",
            hasStartLink: true)
        static let lengthRequired = RequestError(status: 411, message: "The request does not say how long it is.")
        static let unsupportedMediaType = RequestError(status: 415, message: "Only forms are taken here.")
        static let upgradeRequired = RequestError(status: 426, message: "This url takes WebSocket connections only.")
        static let sessionFailed = RequestError(status: 500, message: "The page could not be opened: try again later.")
        static let tooManyConnections = RequestError(
            status: 503, message: "There are too many open connections: close some tabs, or try again later.")
        static let tooManySessions = RequestError(
            status: 503, message: "There are too many open pages: close some tabs, or try again later.")
        static let shuttingDown = RequestError(status: 503, message: "The server is ending: try again later.")

        static func bodyTooLarge(_ limit: Int) -> RequestError {
            RequestError(status: 413, message: "The request is too long: its body may have \(limit) bytes.")
        }

        static func headTooLarge(_ limit: Int) -> RequestError {
            RequestError(status: 431, message: "The head of the request is too long: it may have \(limit) bytes.")
        }

        var response: Response {
            guard hasStartLink else {
                return Response(status, type: "text/plain; charset=utf-8", Array("\(message)\n".utf8))
            }
            let html = """
                <!doctype html><html lang="en"><head><meta charset="utf-8"><title>\(Document.escape(message))</title></head>\
                <body><p>\(Document.escape(message)) <a href="/">Begin anew.</a></p></body></html>
                """
            return Response(status, type: "text/html; charset=utf-8", Array("\(html)\n".utf8))
        }
    }
#endif
