#if Hummingbird || App
    import Foundation
    import Synchronization
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// The real script in a real browser, with a simulated connection. The test acts as the server and controls the
    /// time.
    struct ScriptFixture {
        let tab: Tab
        let site: String

        /// Runs a test on a page with these elements in `#m-page`. Fails if a script threw an error.
        ///
        /// - Parameters:
        ///   - sequence: The sequence number of the page.
        ///   - checksum: The checksum that the server states. Defaults to that of the document.
        ///   - setup: A script that runs before those of the page.
        ///   - completesHandshake: Whether the test begins after the server has answered the hello.
        static func run(
            _ html: String, sequence: Int = 0, checksum: Int? = nil, at path: String = "/",
            setup: String = "", completesHandshake: Bool = true,
            sourceLocation: SourceLocation = #_sourceLocation, _ body: (ScriptFixture) async throws -> Void
        ) async throws {
            let site = try ScriptSite.shared.get()
            site.serve(document(html, sequence: sequence, checksum: checksum))
            let tab = try await Browser.shared.tab()
            let client = ScriptFixture(tab: tab, site: site.url)
            do {
                try await tab.resize(width: 1000, height: 700)
                try await tab.runBeforeEach(browserStubs + setup)
                try await tab.open(site.url + path)
                if completesHandshake { try await client.completeHandshake() }
                try await body(client)
                let errors = try await tab.run("return stub.errors")
                #expect(errors == [], "A script failed.", sourceLocation: sourceLocation)
                try await tab.close()
            } catch {
                try? await tab.close()
                throw error
            }
        }

        /// Accepts the last requested connection as the server, and answers its hello without changes.
        func completeHandshake() async throws {
            try await connect()
            try await deliver(["q": hello["q"]])
        }

        /// Accepts the last requested connection as the server.
        func connect() async throws { try await tab.run("stub.open()") }

        /// Closes the connection.
        func disconnect() async throws { try await tab.run("stub.close()") }

        /// Sends a frame to the script.
        func deliver(_ frame: JSON) async throws { try await tab.run("stub.deliver(arguments[0])", frame) }

        /// Advances the time in the page.
        func advance(by milliseconds: Int) async throws {
            try await tab.run("stub.advance(arguments[0])", .number(Double(milliseconds)))
        }

        /// The messages that the script has sent on all connections, without hellos.
        var sent: [JSON] {
            get async throws { try await tab.run("return stub.sent.filter((each) => !each.h)").elements ?? [] }
        }

        /// The last message of the script that is not a hello.
        var last: JSON { get async throws { try await sent.last ?? .null } }

        /// The last hello.
        var hello: JSON {
            get async throws { try await tab.run("return stub.sent.findLast((each) => each.h) ?? null") }
        }

        /// The number of requested connections.
        var connections: JSON { get async throws { try await tab.run("return stub.sockets.length") } }

        /// The HTML in `#m-page`.
        var html: String { get async throws { try await tab.run("return stub.page.innerHTML").text ?? "" } }

        /// Returns the value of the first field that the selector finds.
        func value(_ selector: String) async throws -> String? {
            try await tab.run("return document.querySelector(arguments[0]).value", .string(selector)).text
        }

        /// The ID of the focused element.
        var focus: String { get async throws { try await tab.run("return document.activeElement.id").text ?? "" } }

        /// The visible status text.
        var status: String {
            get async throws {
                try await tab.run(
                    "const it = document.getElementById('m-status'); return it.hidden ? '' : it.innerText"
                ).text ?? ""
            }
        }

        private static func document(_ html: String, sequence: Int, checksum: Int?) -> String {
            """
            <!doctype html><html lang="en" data-session="S" data-seq="\(sequence)"\(checksum.map { " data-checksum=\"\($0)\"" } ?? "") \
            data-texts="\(MillraceWeb.Document.escape(MillraceWeb.Document.clientTexts(.english)))">\
            <head><meta charset="utf-8"><title>Test</title><link rel="stylesheet" href="/millrace/millrace.css">\
            <script type="module" src="/millrace/millrace.js"></script></head>\
            <body><form id="m-form" method="post" action="/millrace/send?s=S&amp;q=\(sequence)" novalidate hidden>\
            <button name="r" value="" hidden></button></form>\
            <div id="m-status" role="status" hidden></div><div id="m-page">\(html)</div></body></html>
            """
        }
    }

    /// Serves the test's document at every path, with the script, the style sheet and the policy of a real page.
    final class ScriptSite: Sendable {
        static let shared = Result { try ScriptSite() }

        let url: String
        private let document: Document
        private let answerer: SocketListener

        private final class Document: Sendable { let text = Mutex("") }

        func serve(_ document: String) { self.document.text.withLock { $0 = document } }

        /// Changes the document for later requests.
        func replace(_ old: String, with new: String) {
            document.text.withLock { $0 = $0.replacing(old, with: new) }
        }

        private init() throws {
            let document = Document()
            answerer = try SocketListener { socket in
                var head: [UInt8] = []
                while head.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
                    let more = await socket.read()
                    if more.isEmpty { return }
                    head += more
                }
                let path = String(decoding: head, as: UTF8.self).split(separator: " ").dropFirst().first ?? ""
                await socket.send(Self.answer(String(path), document.text.withLock { $0 }))
                socket.finish()
            }
            (self.document, url) = (document, "http://127.0.0.1:\(answerer.port)")
        }

        private static func answer(_ path: String, _ document: String) -> [UInt8] {
            switch path {
            case "/millrace/millrace.js":
                answer("text/javascript", ClientScript.plain)
            case "/millrace/millrace.css": answer("text/css", PackageResources.millrace_css)
            // The script requests the icon to learn whether the server can be reached, and here it cannot.
            case "/favicon.ico", "/millrace/icon.svg":
                Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
            default: answer("text/html; charset=utf-8", Array(document.utf8))
            }
        }

        private static func answer(_ type: String, _ body: [UInt8], _ fields: String = "") -> [UInt8] {
            let policy =
                "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'"
            let head = """
                HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\
                Content-Security-Policy: \(policy)\r\nCache-Control: no-store\r\nConnection: close\r\n\(fields)\r\n
                """
            return Array(head.utf8) + body
        }
    }
#endif
