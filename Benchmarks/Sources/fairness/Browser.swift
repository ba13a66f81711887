import LoopbackClients

/// A simulated browser: it has an address of the loopback network and a cookie, and opens pages.
struct Browser: Sendable {
    /// The time limit of an answer in seconds.
    static let timeout = 10

    let port: UInt16
    /// The address that the browser connects from.
    let address: String
    private(set) var cookie = ""

    init(port: UInt16, address: String) { (self.port, self.address) = (port, address) }

    /// - Parameter receiveBuffer: The size of the buffer for received bytes. Defaults to that of the system.
    func connect(receiveBuffer: Int32? = nil) throws -> LoopbackSocket {
        try LoopbackSocket(port: port, from: address, receiveBuffer: receiveBuffer, timeout: Self.timeout)
    }

    /// The head of a request, without the empty line at its end.
    func head(_ request: String) -> String {
        let own = cookie.isEmpty ? "" : "Cookie: \(cookie)\r\n"
        return "\(request) HTTP/1.1\r\nHost: localhost:\(port)\r\nOrigin: http://localhost:\(port)\r\n\(own)"
    }

    /// Loads a page. The browser keeps the first cookie.
    mutating func open(_ path: String) throws -> Document {
        let socket = try connect()
        try socket.send(head("GET \(path)") + "Connection: close\r\n\r\n")
        let document = try Document(socket.receiveAll(), path: path)
        if cookie.isEmpty { cookie = document.bytes.text(after: "Set-Cookie: ", until: ";") ?? "" }
        return document
    }

    /// Sends a form, as a browser without JavaScript does. Returns the document that answers it.
    ///
    /// - Parameters:
    ///   - control: The control that is pressed.
    ///   - fields: The fields, which are encoded. Defaults to none.
    func submit(_ control: String, _ fields: String = "", in document: Document) throws -> Document {
        let socket = try connect()
        let body = "r=\(control)" + (fields.isEmpty ? "" : "&\(fields)")
        let type =
            "Connection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n"
        let path = "/millrace/send?s=\(document.session)&q=\(document.sequence)"
        try socket.send(head("POST \(path)") + type + "\r\n" + body)
        return try Document(socket.receiveAll(), path: document.path)
    }
}

/// A document that a browser has received.
struct Document: Sendable {
    let path: String
    let bytes: [UInt8]
    let session: String
    let sequence: String

    /// - Throws: A failure, unless the document is complete and has a session.
    init(_ bytes: [UInt8], path: String) throws {
        (self.path, self.bytes) = (path, bytes)
        let start = String(decoding: bytes.prefix(12), as: UTF8.self)
        guard start == "HTTP/1.1 200", bytes.index(of: "</html>", from: bytes.count - 10) != nil else {
            throw ClientFailure("\(path) was not received completely: \(start)")
        }
        guard let session = bytes.text(after: "data-session=\"", until: "\""),
            let sequence = bytes.text(after: "data-seq=\"", until: "\"")
        else { throw ClientFailure("\(path) has no session") }
        (self.session, self.sequence) = (session, sequence)
    }

    /// Returns the control whose tag contains an attribute: that of a link, a button, a field, or the form around it.
    func control(_ attribute: String) throws -> String {
        guard let index = bytes.index(of: attribute), let start = bytes[..<index].lastIndex(of: UInt8(ascii: "<")),
            let end = bytes.index(of: ">", from: index)
        else { throw ClientFailure("\(path) has no control with \(attribute)") }
        let tag = String(decoding: bytes[start..<end], as: UTF8.self)
        guard let found = tag.firstMatch(of: /(?:data-r="|name="f|name="r" value="|;r=)(\d+)/) else {
            throw ClientFailure("\(path) has no control in \(tag)")
        }
        return String(found.1)
    }
}
