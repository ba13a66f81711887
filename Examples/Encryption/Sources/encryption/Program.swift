import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import HummingbirdTLS
import MillraceHummingbird
import MillraceKit
import MillraceWeb
import NIOSSL

/// A page with a counter.
struct Counter: WebModule {
    struct State { var count = 0 }
    enum Action { case up }

    func state(for _: Void) -> State { State() }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        state.count += 1
        return .none
    }

    func view(_ state: State) -> HTML<Action> { button("Presses: \(state.count)", send: .up) }
}

/// Serves a page with TLS. Over HTTP/1.1 it uses a WebSocket, over HTTP/2 server-sent events and requests.
///
/// Arguments: the port, the files of the certificate and of its key, and the protocol, `http1` or `http2`.
@main struct Program {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let port = Int(arguments[1]) else {
            throw Failure(description: "Pass the port, the certificate, its key, and http1 or http2.")
        }
        let tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMFile(arguments[2]).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(file: arguments[3], format: .pem)))
        let router = Router()
        let pages = LivePages(sessions: .perTab { _ in Navigator(root: Counter(), stacked: true, on: Engine()) })
        router.pages(pages)
        let server: HTTPServerBuilder =
            arguments[4] == "http2"
            ? try .http2Upgrade(tlsConfiguration: tls) : try .tls(.http1Live(), tlsConfiguration: tls)
        let application = Application(
            router: router, server: server, configuration: .init(address: .hostname("127.0.0.1", port: port)),
            services: [pages],
            onServerRunning: { channel in
                let line = "https://localhost:\(channel.localAddress?.port ?? 0)\n"
                FileHandle.standardOutput.write(Data(line.utf8))
            })
        try await application.runService()
    }

    private struct Failure: Error, CustomStringConvertible { let description: String }
}
