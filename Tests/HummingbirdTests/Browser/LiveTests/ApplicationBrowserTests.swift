#if Hummingbird || App
    import Foundation
    import GuideApplication
    import Testing

    @testable import WebTestSupport

    extension BrowserTests {
        @Suite struct ApplicationBrowserTests {
            @Test("Hummingbird · a page behind a password is live, and keeps its state over a new connection")
            func page()
                async throws
            {
                try await runVisits { port in
                    let tab = try await Browser.shared.tab()
                    try await tab.open("http://ada:secret@localhost:\(port)/")
                    try await tab.untilLive()
                    for _ in 0..<3 { try await tab.clickLabel(try await tab.texts("button")[0]) }
                    try await tab.until("document.querySelector('#m-page button').textContent === 'Visits: 3'")
                    if let path = ProcessInfo.processInfo.environment["MILLRACE_SCREENSHOT"] {
                        try await tab.screenshot().write(to: URL(filePath: path))
                    }
                    try await tab.close()
                }
            }
        }
    }
#endif
