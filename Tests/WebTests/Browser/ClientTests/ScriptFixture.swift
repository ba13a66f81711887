#if Web
    import Foundation
    import Synchronization
    import Testing

    @testable import MillraceWeb

    /// The real script in a real browser, on a line whose other end is the test: it says what the server would, and owns
    /// the time.
    struct ScriptFixture {
        let tab: Tab
        let site: String

        /// Runs a test on a page with these elements in `#m-page`, served with `sequence`.
        ///
        /// No script may have failed in it at the end.
        ///
        /// - Parameters:
        ///   - nodes: how many nodes the server says that there are; those that there are, if it is not given.
        ///   - completesHandshake: whether the test begins when the server has answered the hello.
        static func run(
            _ html: String, sequence: Int = 0, nodes: Int? = nil, at path: String = "/",
            completesHandshake: Bool = true,
            sourceLocation: SourceLocation = #_sourceLocation, _ body: (ScriptFixture) async throws -> Void
        ) async throws {
            let site = try ScriptSite.shared.get()
            site.serve(document(html, sequence: sequence, nodes: nodes))
            let tab = try await Browser.shared.tab()
            let client = ScriptFixture(tab: tab, site: site.url)
            do {
                try await tab.resize(width: 1000, height: 700)
                try await tab.runBeforeEach(browserStubs)
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

        /// Has the server take the connection that was asked for last, and answer its hello with nothing new.
        func completeHandshake() async throws {
            try await connect()
            try await deliver(["q": hello["q"]])
        }

        /// Has the server take the connection that was asked for last.
        func connect() async throws { try await tab.run("stub.open()") }

        /// Loses the connection.
        func disconnect() async throws { try await tab.run("stub.drop()") }

        /// Has the server say a frame.
        func deliver(_ frame: JSON) async throws { try await tab.run("stub.say(arguments[0])", frame) }

        /// Lets time pass in the page.
        func advance(by milliseconds: Int) async throws {
            try await tab.run("stub.advance(arguments[0])", .number(Double(milliseconds)))
        }

        /// What was sent on all connections so far, but for hellos.
        var sent: [JSON] {
            get async throws { try await tab.run("return stub.sent.filter((each) => !each.h)").elements ?? [] }
        }

        /// The last thing that was sent, but for hellos.
        var last: JSON { get async throws { try await sent.last ?? .null } }

        /// The last hello.
        var hello: JSON {
            get async throws { try await tab.run("return stub.sent.findLast((each) => each.h) ?? null") }
        }

        /// How many connections were asked for.
        var connections: JSON { get async throws { try await tab.run("return stub.sockets.length") } }

        /// What is in `#m-page`.
        var html: String { get async throws { try await tab.run("return stub.page.innerHTML").text ?? "" } }

        /// The value of the first field that a selector finds.
        func value(_ selector: String) async throws -> String? {
            try await tab.run("return document.querySelector(arguments[0]).value", .string(selector)).text
        }

        /// The identifier of what has the focus.
        var focus: String { get async throws { try await tab.run("return document.activeElement.id").text ?? "" } }

        /// What the person is told.
        var status: String {
            get async throws {
                try await tab.run(
                    "const it = document.getElementById('m-status'); return it.hidden ? '' : it.innerText"
                ).text ?? ""
            }
        }

        private static func document(_ html: String, sequence: Int, nodes: Int?) -> String {
            """
            <!doctype html><html lang="en" data-session="S" data-seq="\(sequence)"\(nodes.map { " data-nodes=\"\($0)\"" } ?? "")>\
            <head><meta charset="utf-8"><title>Test</title><link rel="stylesheet" href="/millrace/millrace.css">\
            <script type="module" src="/millrace/millrace.js"></script></head>\
            <body><form id="m-form" method="post" action="/millrace/send?s=S&amp;q=\(sequence)" hidden>\
            <button name="r" value="" hidden></button></form>\
            <div id="m-status" role="status" hidden></div><div id="m-page">\(html)</div></body></html>
            """
        }
    }

    /// Serves the test's document at every path, with the script and the style, under the policy of a real page.
    final class ScriptSite: Sendable {
        static let shared = Result { try ScriptSite() }

        let url: String
        private let document: Document
        private let answerer: SocketListener

        private final class Document: Sendable { let text = Mutex("") }

        func serve(_ document: String) { self.document.text.withLock { $0 = document } }

        /// Changes what is served from now on.
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
                answer("text/javascript", ClientScript.compressed, "Content-Encoding: gzip\r\n")
            case "/millrace/millrace.css": answer("text/css", PackageResources.millrace_css)
            case "/favicon.ico": Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
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
