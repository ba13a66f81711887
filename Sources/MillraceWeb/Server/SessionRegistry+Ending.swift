#if Web || Hummingbird || App
    import Logging

    // Ending requests and sessions.
    extension SessionRegistry {
        func beginRequest(_ id: String) -> (any ServedPage)? {
            noteUse(id)
            guard let page = table[id]?.page else { return nil }
            table.update(id) { $0.requests += 1 }
            requestCount += 1
            return page
        }

        func endRequest(_ id: String, _ page: any ServedPage) async {
            let load = await page.load
            guard table[id]?.page === page else { return }
            table.update(id) { $0.requests -= 1 }
            startTimerIfUnused(id)
            await noteLoad(load, of: id)
        }

        func noteRequestEnd() {
            requestCount -= 1
            guard isStopping, requestCount == 0 else { return }
            for continuation in waitingForRequests { continuation.resume() }
            waitingForRequests = []
        }

        /// Records the load of a session. It changes with each frame of a live page.
        func noteLoad(_ load: PageLoad, of id: String) async {
            freed.note((table[id]?.load.memory ?? 0) - load.memory)
            table.update(id) { $0.load = load }
            await endExcess()
            if let entry = table[id], load.written - entry.measured >= Self.measuredStep {
                table.update(id) { $0.measured = load.written }
                if let name = entry.recordName { await measure(name) }
            }
        }

        /// The number of bytes that a session writes until its storage is measured again.
        private static var measuredStep: Int { 65_536 }

        /// Records the load of a live page after its last work.
        func noteLoad(of live: LivePage) async { await noteLoad(live.takeLoad(), of: live.id) }

        /// Ends sessions while all sessions together exceed their memory limit.
        func endExcess() async { while let id = table.excess() { await endSession(forLimit: id) } }

        func endSession(forLimit id: String) async {
            let isConnected = (table[id]?.connections ?? 0) > 0
            log.write(
                .sessionLimit, isConnected ? .warning : .info, "A session ends, because a limit is reached.",
                address: table[id]?.client?.address ?? "", ["isConnected": "\(isConnected)"])
            live.closeAll(of: id, because: .noMemory)
            await endSession(id)
        }

        /// Ends a session whose page has ended by itself.
        func endSession(of live: LivePage) async {
            if table[live.id]?.page === live.page { await endSession(live.id) }
        }

        func noteUse(_ id: String) {
            if let timer = table[id]?.timer { timers.cancel(timer) }
            table.update(id) { $0.timer = nil }
            table.noteUse(id)
        }

        func startTimerIfUnused(_ id: String) {
            guard let entry = table[id], entry.connections == 0, entry.requests == 0, !sessions.isShared else {
                return
            }
            noteUse(id)
            let useCount = table[id]?.useCount ?? 0
            let timer = timers.schedule(after: configuration.limits.sessionTimeout) { [weak self] in
                Task { await self?.endSession(id, ifUseCountIs: useCount) }
            }
            table.update(id) { $0.timer = timer }
        }

        func endSession(_ id: String, ifUseCountIs useCount: Int) async {
            // The session may have been used again after the timer was due.
            guard table[id]?.useCount == useCount else { return }
            let isWorking = await isWorking(id)
            guard table[id]?.useCount == useCount else { return }
            if isWorking { startTimerIfUnused(id) } else { await endSession(id) }
        }
    }
#endif
