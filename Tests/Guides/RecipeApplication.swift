#if Hummingbird || App
    import Foundation
    import GuideApplication
    import Testing

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    @Suite("Guides · Recipes, a page in a server that exists") struct ApplicationRecipe {
        @Test("A page is served behind the password, and the application's own route without it") func pages()
            async throws
        {
            try await runVisits { port in
                func get(_ path: String, password: String = "") async throws -> (Int?, String) {
                    var request = URLRequest(url: try #require(URL(string: "http://localhost:\(port)\(path)")))
                    if !password.isEmpty { request.setValue("Basic \(password)", forHTTPHeaderField: "Authorization") }
                    let session = URLSession(configuration: .ephemeral)
                    let (data, response) = try await session.data(for: request)
                    return ((response as? HTTPURLResponse)?.statusCode, String(decoding: data, as: UTF8.self))
                }
                #expect(try await get("/version") == (200, "1.0"))
                #expect(try await get("/").0 == 401)
                let page = try await get("/", password: "YWRhOnNlY3JldA==")
                #expect(page.0 == 200 && page.1.contains("Visits: 0"))
            }
        }
    }
#endif
