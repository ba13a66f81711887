#if Hummingbird || App
    import Foundation
    import Hummingbird
    import Logging
    import Millrace
    import MillraceModules
    import ServiceLifecycle
    import Testing

    @testable import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    extension BrowserTests {
        /// Live pages in networks that let WebSockets pass, and in others.
        @MainActor @Suite("Live connections by events, in a browser") struct EventsBrowserTests {
            enum Network: CaseIterable, Sendable {
                /// The browser reaches the server, but not with WebSockets.
                case direct
                case nginx, nginxWithoutSockets
            }

            @Test(
                "Events · each of many tabs is live, whether or not WebSockets pass", arguments: Network.allCases,
                [1, 8])
            func tabs(_ network: Network, count: Int) async throws {
                try await LivePageFixture.run(Shop()) { fixture in
                    let nginx = network == .direct ? nil : try await startNginx(network, fixture.port)
                    let port = nginx?.port ?? fixture.port
                    var tabs: [Tab] = []
                    for _ in 0..<count {
                        let tab = try await Browser.shared.tab()
                        tabs.append(tab)
                        if network == .direct { try await tab.runBeforeEach(Self.blockedSockets) }
                        try await tab.open("http://localhost:\(port)/items/2")
                        try await tab.untilLive()
                    }
                    let text = String(repeating: "text ", count: 5)
                    for tab in tabs {
                        try await tab.type(text, into: "#text")
                        try await tab.untilAnswered()
                        try await tab.clickLabel("Hold")
                        try await tab.untilAnswered()
                        #expect(try await tab.value("#text") == text)
                        let usesEvents = try await tab.run(
                            "return performance.getEntriesByType('resource').some((e) => e.name.includes('/millrace/events'))"
                        )
                        #expect(usesEvents == .bool(network != .nginx))
                    }
                    for index in 0..<count {
                        let item = try #require(fixture.navigators[index].store(of: Item.self)).state
                        #expect(item.text == text && item.isHeld)
                    }
                    for tab in tabs { try await tab.close() }
                    withExtendedLifetime(nginx) {}
                }
            }

            @Test(
                "Events · rails#52420 · a change between the document and the join is shown", arguments: [false, true])
            func changedBeforeJoin(usesEvents: Bool) async throws {
                try await LivePageFixture.run(Shop()) { fixture in
                    let tab = try await Browser.shared.tab()
                    if usesEvents { try await tab.runBeforeEach(Self.blockedSockets) }
                    // The script waits for the test.
                    try await tab.runBeforeEach(Self.heldConnections)
                    try await tab.open(fixture.site + "/items/2")
                    try await tab.until("window.held?.length")
                    try fixture.store(of: Item.self).send(.typed("two"))
                    try await tab.run("window.release()")
                    try await tab.untilLive()
                    try await tab.until("document.querySelector('#text').value === 'two'")
                    try await tab.close()
                }
            }

            @Test("Events · in an application with another server, a page is live without a WebSocket")
            func otherServer()
                async throws
            {
                let pages = LivePages(sessions: .perTab { _ in Navigator(root: Shop(), stacked: true, on: Engine()) })
                let router = Router()
                router.pages(pages, at: "shop")
                let (ports, port) = AsyncStream<Int>.makeStream()
                let application = Application(
                    router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)), services: [pages],
                    onServerRunning: { port.yield($0.localAddress?.port ?? 0) }, logger: Logger(label: "test"))
                let services = ServiceGroup(
                    configuration: .init(services: [application], logger: Logger(label: "test")))
                let running = Task { try await services.run() }
                let tab = try await Browser.shared.tab()
                try await tab.runBeforeEach("window.WebSocket = class { constructor() { throw new Error(); } }")
                for await number in ports {
                    try await tab.open("http://localhost:\(number)/shop/items/2")
                    break
                }
                try await tab.untilLive()
                try await tab.type("text", into: "#text")
                try await tab.clickLabel("Hold")
                #expect(try await tab.value("#text") == "text")
                await services.triggerGracefulShutdown()
                try await running.value
                try await tab.until("'offline' in document.documentElement.dataset")
                try await tab.close()
            }

            private func startNginx(_ network: Network, _ upstream: UInt16) async throws -> Nginx {
                let fields = """
                    proxy_set_header Upgrade $http_upgrade;
                    proxy_set_header Connection "upgrade";
                    """
                return try await Nginx.start { ports in
                    """
                    server {
                        listen 127.0.0.1:\(ports[0]);
                        location / {
                            proxy_pass http://127.0.0.1:\(upstream);
                            proxy_http_version 1.1;
                            proxy_set_header Host $http_host;
                        }
                        location /millrace/live {
                            proxy_pass http://127.0.0.1:\(upstream);
                            proxy_http_version 1.1;
                            proxy_set_header Host $http_host;
                            \(network == .nginx ? fields : "")
                        }
                    }
                    """
                }
            }

            private static let blockedSockets = """
                window.WebSocket = class {
                    constructor() { setTimeout(() => this.onclose?.()); }
                    close() {}
                };
                """
            private static let heldConnections = """
                window.held = [];
                window.release = () => {
                    window.held.splice(0).forEach((open) => open());
                    window.held = null;
                };
                const hold = (open) => (held ? held.push(open) : open());
                const [Socket, request] = [WebSocket, window.fetch];
                window.fetch = (...all) => new Promise((resolve, reject) => hold(() => request(...all).then(resolve, reject)));
                window.WebSocket = class extends Socket {
                    set onopen(action) { super.onopen = action && (() => hold(action)); }
                };
                """
        }
    }
#endif
