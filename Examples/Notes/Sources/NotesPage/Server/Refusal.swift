/// An answer to a request that is not served: a status and one sentence.
struct Refusal: Error, Equatable {
    let status: Int
    let sentence: String

    static let malformed = Refusal(
        status: 400, sentence: "The request is malformed: it is not HTTP/1.1 as it should be.")
    static let tooLong = Refusal(
        status: 413, sentence: "The request is too long: Notes takes no request of more than 1 MB.")
    static let unknownLength = Refusal(status: 411, sentence: "The request does not say how long it is.")
    static let longHead = Refusal(status: 431, sentence: "The head of the request is too long: it may have 16 KB.")
    static let slow = Refusal(status: 408, sentence: "The request did not come to an end within 10 seconds.")
    static let busy = Refusal(status: 503, sentence: "Notes has too many open connections: close some tabs.")
    static let otherOrigin = Refusal(
        status: 403, sentence: "The request comes from another site, so Notes does not answer it.")
    static let notFound = Refusal(status: 404, sentence: "There is nothing here: the notes are at /.")
    static let method = Refusal(
        status: 405, sentence: "Only GET is answered here: the page sends changes over its WebSocket.")
    static let notWebSocket = Refusal(status: 426, sentence: "This address takes WebSocket connections only.")

    var reason: String {
        switch status {
        case 400: "Bad Request"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 411: "Length Required"
        case 413: "Content Too Large"
        case 426: "Upgrade Required"
        case 431: "Request Header Fields Too Large"
        default: "Service Unavailable"
        }
    }
}
