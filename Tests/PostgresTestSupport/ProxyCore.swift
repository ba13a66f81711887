#if PostgreSQL && App
    import NIOCore
    import NIOPosix

    /// The connections of a proxy and its rules. It belongs to the event loop of the proxy.
    final class ProxyCore {
        typealias Rule = @Sendable (ProxiedCommit) -> CommitCut?
        typealias Condition = @Sendable (ProxiedConnection) -> Bool

        var rule: Rule = { _ in nil }
        var refuses = false
        private(set) var cuts: [CommitCut: Int] = [:]
        private(set) var links: [Int: ProxyLink] = [:]
        private var commits = 0
        private var count = 0
        private var waiting: [(condition: Condition, promise: EventLoopPromise<ProxiedConnection>)] = []

        /// Connects a new client to the server.
        func accept(_ client: any Channel, _ socket: String) -> EventLoopFuture<Void> {
            guard !refuses else { return client.close() }
            count += 1
            let link = ProxyLink(ProxiedConnection(number: count), client: client, core: self)
            links[count] = link
            let (loop, bound) = (client.eventLoop, NIOLoopBound(link, eventLoop: client.eventLoop))
            return ClientBootstrap(group: loop)
                .channelInitializer { channel in
                    loop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(ProxySide(bound.value, isClient: false))
                        bound.value.connect(to: channel)
                    }
                }
                .connect(unixDomainSocketPath: socket)
                .flatMapThrowing { _ in
                    try client.pipeline.syncOperations.addHandler(ProxySide(bound.value, isClient: true))
                }
                .flatMapErrorThrowing { error in
                    bound.value.cut()
                    throw error
                }
        }

        func remove(_ link: ProxyLink) { links[link.connection.number] = nil }

        func links(where condition: Condition) -> [ProxyLink] { links.values.filter { condition($0.connection) } }

        /// What the rule says about the next `COMMIT`.
        func decide(_ connection: ProxiedConnection) -> CommitCut? {
            commits += 1
            let cut = rule(ProxiedCommit(number: commits, connection: connection))
            if let cut, cut != .after { hasCut(cut) }
            return cut
        }

        func hasCut(_ cut: CommitCut) { cuts[cut, default: 0] += 1 }

        /// Completes with a connection that fulfills a condition, as soon as there is one.
        func wait(_ promise: EventLoopPromise<ProxiedConnection>, for condition: @escaping Condition) {
            if let link = links(where: condition).first { return promise.succeed(link.connection) }
            waiting.append((condition, promise))
        }

        func changed(_ link: ProxyLink) {
            let fulfilled = waiting.filter { $0.condition(link.connection) }
            waiting.removeAll { $0.condition(link.connection) }
            for each in fulfilled { each.promise.succeed(link.connection) }
        }

        /// Ends all connections and waits.
        func end() {
            for link in links.values { link.cut() }
            for each in waiting { each.promise.fail(ChannelError.eof) }
            waiting = []
        }
    }
#endif
