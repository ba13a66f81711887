#if Web
    /// An answer to what is not done: a status and one sentence.
    struct Refusal: Error, Equatable {
        let status: Int
        let sentence: String
        /// Whether a link to the beginning is shown.
        var hasLink = false

        static let malformed = Refusal(
            status: 400, sentence: "The request is malformed: it is not HTTP/1.1 as it should be.")
        static let malformedForm = Refusal(status: 400, sentence: "The form is malformed: its fields cannot be read.")
        static let cookieMissing = Refusal(
            status: 403, sentence: "The browser sent no cookie: this page needs one to know its visitors apart.")
        static let otherHost = Refusal(status: 421, sentence: "The request is meant for another host.")
        static let otherOrigin = Refusal(
            status: 403, sentence: "The request comes from another site, so it is not answered.")
        static let notFound = Refusal(status: 404, sentence: "There is nothing here.", hasLink: true)
        static let method = Refusal(status: 405, sentence: "This method is not answered here.")
        static let slow = Refusal(status: 408, sentence: "The request did not come to its end in time.")
        static let gone = Refusal(
            status: 410, sentence: "The page that this was sent from is not open any more: it was unused for too long.",
            hasLink: true)
        static let unknownLength = Refusal(status: 411, sentence: "The request does not say how long it is.")
        static let notForm = Refusal(status: 415, sentence: "Only forms are taken here.")
        static let notWebSocket = Refusal(status: 426, sentence: "This address takes WebSocket connections only.")
        static let failed = Refusal(status: 500, sentence: "The page could not be opened: try again later.")
        static let manyConnections = Refusal(
            status: 503, sentence: "There are too many open connections: close some tabs, or try again later.")
        static let manySessions = Refusal(
            status: 503, sentence: "There are too many open pages: close some tabs, or try again later.")
        static let ending = Refusal(status: 503, sentence: "The server is ending: try again later.")

        static func tooLong(_ limit: Int) -> Refusal {
            Refusal(status: 413, sentence: "The request is too long: its body may have \(limit) bytes.")
        }

        static func longHead(_ limit: Int) -> Refusal {
            Refusal(status: 431, sentence: "The head of the request is too long: it may have \(limit) bytes.")
        }

        var response: Response {
            guard hasLink else {
                return Response(status, type: "text/plain; charset=utf-8", Array("\(sentence)\n".utf8))
            }
            let html = """
                <!doctype html><html lang="en"><head><meta charset="utf-8"><title>\(Document.escape(sentence))</title></head>\
                <body><p>\(Document.escape(sentence)) <a href="/">Begin anew.</a></p></body></html>
                """
            return Response(status, type: "text/html; charset=utf-8", Array("\(html)\n".utf8))
        }
    }
#endif
