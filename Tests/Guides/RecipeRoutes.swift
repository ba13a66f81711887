#if Hummingbird || App
    import Crypto
    import Foundation
    import GuideApplication
    import Testing

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    @MainActor @Suite("Guides · Recipes, routes beside the pages") struct RouteRecipes {
        private let key = SymmetricKey(size: .bits256)

        @Test("A download, a list, a webhook, a file and metrics, with a real client") func routes() async throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try Data("h1 { color: red }".utf8).write(to: folder.appendingPathComponent("shop.css"))
            try Data("secret".utf8).write(to: folder.appendingPathComponent("notes.txt"))
            try await runRoutes(key: key, files: folder) { [key] port in
                let client = Client(port: port)
                let csv = try await client.get("/orders.csv")
                #expect(csv.text == "\"1\",\"'=Soup \"\"hot\"\"\"\r\n\"2\",\"Pie\"\r\n")
                #expect(
                    csv.response.value(forHTTPHeaderField: "Content-Disposition") == "attachment; filename=orders.csv")
                let list = #"[{"dish":"=Soup \"hot\"","id":1,"isPaid":false},{"dish":"Pie","id":2,"isPaid":false}]"#
                #expect(try await client.get("/orders.json").sorted == list)

                let payment = Data(#"{"order":2}"#.utf8)
                let code = Data(HMAC<SHA256>.authenticationCode(for: payment, using: key)).base64EncodedString()
                #expect(try await client.post(payment, "x").response.statusCode == 401)
                #expect(try await client.post(Data("{}".utf8), code).response.statusCode == 401)
                let strange = Data("{}".utf8)
                let signed = Data(HMAC<SHA256>.authenticationCode(for: strange, using: key)).base64EncodedString()
                #expect(try await client.post(strange, signed).response.statusCode == 400)
                #expect(try await client.post(payment, code).response.statusCode == 204)
                // The turn has ended before the answer.
                #expect(try await client.get("/orders.json").sorted.contains(#""dish":"Pie","id":2,"isPaid":true"#))

                #expect(try await client.get("/orders.txt").response.statusCode == 401)
                let file = try await client.get("/shop.css")
                let tag = try #require(file.response.value(forHTTPHeaderField: "Etag"))
                #expect(file.text == "h1 { color: red }")
                #expect(try await client.get("/shop.css", ["If-None-Match": tag]).response.statusCode == 304)
                #expect(try await client.get("/notes.txt").response.statusCode == 404)

                #expect(try await client.get("/").response.statusCode == 200)
                let metrics = try await client.get("/metrics").text
                #expect(metrics.contains("millrace_turns_total{engine=\"restaurant\"} 1.0\n"))
                #expect(
                    metrics.contains("millrace_documents_total 2.0\n") && metrics.contains("millrace_sessions 1.0\n"))
                #expect(metrics.contains("millrace_refusals_total{reason=\"pageNotFound\"} 1.0\n"))
            }
        }

        @Test("A chart has a bar for each name, and a text for those who cannot see it") func chart() {
            #expect(chartText.contains("Soup") && chartText.contains("2") && chartText.contains("Pie"))
        }
    }

    private struct Client: Sendable {
        let port: UInt16

        struct Answer {
            let text: String
            let response: HTTPURLResponse
            /// The text as JSON with sorted keys.
            var sorted: String {
                get throws {
                    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
                    let data = try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
                    return String(decoding: data, as: UTF8.self)
                }
            }
        }

        func get(_ path: String, _ fields: [String: String] = [:]) async throws -> Answer {
            try await send(path, fields)
        }

        func post(_ body: Data, _ code: String) async throws -> Answer {
            try await send("/hooks/payment", ["X-Signature": code], body)
        }

        private func send(_ path: String, _ fields: [String: String], _ body: Data? = nil) async throws -> Answer {
            var request = URLRequest(url: try #require(URL(string: "http://localhost:\(port)\(path)")))
            request.cachePolicy = .reloadIgnoringLocalCacheData
            request.timeoutInterval = 600
            for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
            if let body { (request.httpMethod, request.httpBody) = ("POST", body) }
            let (data, response) = try await URLSession(configuration: .ephemeral).data(for: request)
            return Answer(
                text: String(decoding: data, as: UTF8.self), response: try #require(response as? HTTPURLResponse))
        }
    }
#endif
