#if Hummingbird || App
    import Foundation
    import Millrace
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    extension BrowserTests {
        /// Files that a person chooses in Chromium.
        @MainActor @Suite(.serialized) struct UploadTests {
            /// Runs a test with a page and two files: a large one and one of 500 bytes.
            private func run(
                largeSize: Int = 200_000, _ body: (LivePageFixture, Tab, StepByStep, [URL]) async throws -> Void
            ) async throws {
                let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: folder) }
                let files = [("large file.txt", largeSize), ("small.csv", 500)].map { (folder.appending(path: $0), $1) }
                for (file, size) in files { try Data(repeating: 7, count: size).write(to: file) }
                let steps = StepByStep()
                try await LivePageFixture.run(Locker()) { fixture in
                    let handler = fixture.engine.handle(Locker.Store.self) { command, reply in
                        reply.finish(with: try await steps.read(command.file) { reply.progress($0) })
                    }
                    try await body(fixture, try await fixture.openTab(), steps, files.map(\.0))
                    handler.cancel()
                }
            }

            @Test("Pages in a browser · a chosen file reaches the handler, and the page shows the progress")
            func arrives()
                async throws
            {
                try await run { fixture, tab, steps, files in
                    try await tab.type(files[0].path, into: "#file")
                    await steps.permit(1)
                    try await tab.until("document.querySelector('progress').value === 65536")
                    await steps.permit(10)
                    try await tab.until("document.querySelector('output').textContent === 'stored 200000'")
                    #expect(await steps.bytes == Array(repeating: 7, count: 200_000))
                    // The same file can be chosen again.
                    await steps.permit(10)
                    try await tab.type(files[0].path, into: "#file")
                    try await tab.untilAnswered()
                    try await tab.until("document.querySelector('output').textContent === 'stored 200000'")
                }
            }

            @Test("Pages in a browser · the user cancels a transfer") func cancelled() async throws {
                try await run { fixture, tab, steps, files in
                    try await tab.type(files[0].path, into: "#file")
                    await steps.permit(1)
                    try await tab.until("document.querySelector('progress').value === 65536")
                    try await tab.clickLabel("Cancel")
                    try await tab.until("document.querySelector('output').textContent === 'cancelled'")
                    await steps.permit(1)
                }
            }

            @Test(
                "Pages in a browser · several files arrive in order, and one that is too large is rejected with a message"
            )
            func several() async throws {
                try await run { fixture, tab, steps, files in
                    try await tab.type(files.map(\.path).joined(separator: "\n"), into: "#many")
                    try await tab.until("document.querySelector('li')?.textContent === 'small.csv 500'")
                    #expect(
                        try await tab.texts("#m-status") == [
                            "“large file.txt” is too large. A file may have at most 1 KB."
                        ])
                    #expect(try await tab.run("return document.querySelector('#many').accept") == ".csv,image/*")
                }
            }

            @Test("Pages in a browser · a closed tab fails its transfer") func closed() async throws {
                // The system has no buffers for so many bytes. Those in its buffers are still received after the tab has closed.
                try await run(largeSize: 40_000_000) { fixture, tab, steps, files in
                    try await tab.type(files[0].path, into: "#file")
                    await steps.permit(1)
                    try await tab.until("document.querySelector('progress').value === 65536")
                    try await tab.open("about:blank")
                    await steps.permit(1_000)
                    try await fixture.waitUntil(Locker.self) { $0.outcome != "storing" }
                    #expect(try fixture.store(of: Locker.self).state.outcome == "failed connectionLost")
                }
            }
        }
    }
#endif
