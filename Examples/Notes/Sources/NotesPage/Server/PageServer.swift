import FlyingFox
import FlyingSocks
package import Foundation
package import Millrace
package import NotesCore

/// Serves the page of a library on 127.0.0.1, to this machine only.
package final class PageServer: Sendable {
    /// The port that it is served on.
    package var port: UInt16 { gate.port }
    private let gate: Gate
    private let server: HTTPServer

    /// A server on `port`, 0 for any. It listens from now on, and answers while it runs.
    ///
    /// - Throws: ``ServerFailure``, if the port cannot be had.
    @MainActor package init(
        port: UInt16, library: Store<Library>, now: @escaping @Sendable () -> Date = { Date() }
    ) throws(ServerFailure) {
        let epoch = UUID().uuidString
        let address = Self.makeAddress(epoch)
        gate = try Gate(port: port, before: address)
        let site = Site(
            port: gate.port,
            page: { Self.page(library, now: now()) },
            socket: LiveSocket { Session(library: library, epoch: epoch, now: now) })
        let configuration = HTTPServer.Configuration(address: address, logger: .disabled)
        server = HTTPServer(config: configuration, handler: site)
    }

    /// Answers until the task is cancelled.
    package func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.server.run() }
            try await server.waitUntilListening()
            group.addTask { try await self.gate.run() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    @MainActor private static func page(_ library: Store<Library>, now: Date) -> HTML {
        let regions = Regions(library: library.state, tab: Tab.State())
        return Document.html(regions: regions.all, rows: Rendering.rows(regions, now: now).map(\.html))
    }

    /// Where the server behind the gate listens: a name on this machine, not on the network.
    private static func makeAddress(_ name: String) -> sockaddr_un {
        #if os(Linux)
            return .unix(abstractNamespace: "notes-\(name)")
        #else
            return .unix(path: NSTemporaryDirectory() + "notes-\(name.prefix(8)).sock")
        #endif
    }
}

/// The pool in which sockets wait, as FlyingFox chooses it for this system.
enum HTTPPool {
    static func make() -> any AsyncSocketPool { HTTPServer.defaultPool() }
}
