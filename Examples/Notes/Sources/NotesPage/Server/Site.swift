import FlyingFox
import Foundation

/// What is served: the page, its style, its script, and the WebSocket that keeps it live.
struct Site: HTTPHandler {
    let port: UInt16
    /// Renders the page as it is first sent.
    let page: @MainActor @Sendable () -> HTML
    let socket: LiveSocket

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        do {
            return try await answer(request)
        } catch {
            let type = ["Content-Type": "text/plain; charset=utf-8"]
            let status = HTTPStatusCode(error.status, phrase: error.reason)
            return response(status, type, Data((error.sentence + "\n").utf8))
        }
    }

    private func answer(_ request: HTTPRequest) async throws(Refusal) -> HTTPResponse {
        guard let host = request.headers[.host], isOurs(host) else { throw .otherOrigin }
        guard request.method == .GET || request.method == .HEAD else { throw .method }
        switch request.path {
        case "/": return file("text/html; charset=utf-8", Data(await page().source.utf8))
        case "/page.css": return file("text/css; charset=utf-8", Data(PackageResources.page_css))
        case "/page.js": return script(PackageResources.page_js)
        case "/morph.js": return script(PackageResources.morph_js)
        case "/typing.js": return script(PackageResources.typing_js)
        case "/icon.svg": return file("image/svg+xml", Data(PackageResources.icon_svg))
        case "/live": return try await live(request)
        default: throw .notFound
        }
    }

    /// A WebSocket is not bound by the browser's rules for other sites, so whoever opens one has to come from here.
    private func live(_ request: HTTPRequest) async throws(Refusal) -> HTTPResponse {
        guard let origin = request.headers[HTTPHeader("Origin")], origin.hasPrefix("http://"),
            isOurs(origin.dropFirst(7))
        else { throw .otherOrigin }
        guard request.headers[.upgrade]?.lowercased() == "websocket" else { throw .notWebSocket }
        do { return try await WebSocketHTTPHandler(handler: socket).handleRequest(request) } catch { throw .malformed }
    }

    private func isOurs(_ host: some StringProtocol) -> Bool {
        host == "127.0.0.1:\(port)" || host == "localhost:\(port)"
    }

    private func script(_ source: [UInt8]) -> HTTPResponse { file("text/javascript; charset=utf-8", Data(source)) }

    private func file(_ type: String, _ body: Data) -> HTTPResponse {
        response(.ok, ["Content-Type": type, "Cache-Control": "no-store"], body)
    }

    private func response(_ status: HTTPStatusCode, _ fields: [String: String], _ body: Data) -> HTTPResponse {
        var response = HTTPResponse(statusCode: status, body: body)
        for (name, value) in fields { response.headers[HTTPHeader(name)] = value }
        response.headers[HTTPHeader("Content-Security-Policy")] = policy
        response.headers[HTTPHeader("X-Content-Type-Options")] = "nosniff"
        response.headers[HTTPHeader("Referrer-Policy")] = "no-referrer"
        response.headers[HTTPHeader("Cross-Origin-Resource-Policy")] = "same-origin"
        return response
    }

    private var policy: String {
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            + "connect-src 'self' ws://127.0.0.1:\(port) ws://localhost:\(port); "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }
}
