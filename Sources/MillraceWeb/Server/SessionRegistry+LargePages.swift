#if Web || Hummingbird || App
    // Work for pages that can be large, besides documents and connections.
    extension SessionRegistry {
        /// Returns the style declarations of a page, if the client may see it. The page may be drawn for them.
        func styles(of id: String, _ client: ClientIdentity) async -> [String]? {
            guard let page = await page(id, client) else { return nil }
            return await work.run(for: known(client), isLarge: true) { _ in await page.styles }
        }

        /// Discards what a page needs only for a browser. Many pages can be disconnected at the same time, so the work waits for other
        /// work.
        func discardTree(of live: LivePage, client: ClientIdentity) async {
            if await live.page.load.memory <= Page.maxIdleTree { return }
            let load = await work.run(for: WebClient(client), isLarge: true) { _ in
                await live.page.discardTree()
                return await live.page.load
            }
            await noteLoad(load, of: live.id)
        }
    }
#endif
