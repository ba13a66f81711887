import Testing

@testable import Millrace
@testable import MillraceWeb
@testable import WebTestSupport

/// Files that a browser announces, as a hostile browser may do it.
@MainActor @Suite struct AnnouncedFileTests {
    let fixture = PageFixture(root: Locker())

    private func announce(
        _ id: String, size: String = "12", name: String = "a.csv", to label: String = "Many",
        _ browser: PageFixture.TestBrowser
    ) throws -> String {
        try browser.report(
            "file", #"{"id":["\#(id)"],"name":["\#(name)"],"type":["text/csv"],"size":["\#(size)"]}"#, of: label)
    }

    private var names: [String] { get throws { try fixture.store(of: Locker.self).files.map(\.name) } }

    @Test("Uploads · an announced file arrives with its name, type and size") func announced() throws {
        let browser = try fixture.connectBrowser()
        #expect(try announce("a-1", browser) == "[1,0]")
        let file = try #require(try fixture.store(of: Locker.self).files.first)
        #expect(file.name == "a.csv" && file.type == "text/csv" && file.size == 12)
        #expect(fixture.page.uploads.memory == 1_000)
    }

    @Test(
        "Uploads · a malformed announcement is rejected",
        arguments: [
            #"{"id":["a-1"],"name":["x"],"type":["t"]}"#, #"{"id":["b-1"],"name":["x"],"type":["t"],"size":["1"]}"#,
            #"{"id":["a-1"],"name":["x"],"type":["t"],"size":["-1"]}"#,
            #"{"id":["a-1"],"name":["x"],"type":["t"],"size":["x"]}"#,
            #"{"id":["a-1"],"name":["x","y"],"type":["t"],"size":["1"]}"#,
            #"{"id":[],"name":["x"],"type":["t"],"size":["1"]}"#,
            #"{"id":["a-1"],"name":["x"],"type":["t"],"size":["99999999999999999"]}"#,
            #"{"id":["a-1"],"name":["x"],"type":["t"],"size":["1"],"more":["1"]}"#, "[1,2]", "\"x\"", "null",
        ])
    func malformed(value: String) throws {
        let browser = try fixture.connectBrowser()
        #expect(try browser.report("file", value, of: "Many").hasPrefix("[1,2,"))
        #expect(try names == [])
    }

    @Test(
        "Uploads · a file's name is the last component of a path, without control characters",
        arguments: [
            ("../../etc/passwd", "passwd"), (#"C:\\\\x\\\\y.txt"#, "y.txt"), ("..", "file"), ("", "file"),
            ("/", "file"),
            (#"a\\u0000\\nb"#, "ab"), (String(repeating: "x", count: 300), String(repeating: "x", count: 255)),
        ])
    func hostileNames(name: String, expected: String) throws {
        let browser = try fixture.connectBrowser()
        #expect(try announce("a-1", name: name.replacing("\\\\", with: "\\"), browser) == "[1,0]")
        #expect(try names == [expected])
    }

    @Test("Uploads · a file over the limit is rejected with a message, and does not block the next") func tooLarge()
        throws
    {
        let browser = try fixture.connectBrowser()
        #expect(
            try announce("a-1", size: "1001", browser)
                == #"[1,2,"“a.csv” is too large. A file may have at most 1 KB."]"#)
        #expect(try announce("a-1", size: "1000", browser) == "[2,0]")
        // The same file cannot be announced twice.
        #expect(try announce("a-1", size: "1000", browser).hasPrefix("[3,2,"))
        #expect(try names == ["a.csv"])
    }

    @Test("Uploads · the page does not retain released files, and limits the others") func limited() throws {
        let browser = try fixture.connectBrowser()
        for number in 1...PageUploads.maxCount { _ = try announce("a-\(number)", name: "\(number)", browser) }
        #expect(try announce("a-0", browser).contains("Too many files"))
        #expect(try browser.press("Clear") == "[202,0]")
        #expect(try announce("a-0", browser) == "[203,0]")
        #expect(fixture.page.uploads.memory == 1_000)
    }

    @Test("Uploads · a file of a browser that has disconnected fails") func disconnected() async throws {
        let browser = try fixture.connectBrowser()
        _ = try announce("a-1", browser)
        let file = try #require(try fixture.store(of: Locker.self).files.first)
        browser.disconnect()
        await #expect(throws: FileUpload.Failure.connectionLost) { for try await _ in file.chunks {} }
    }

    @Test("Uploads · a file of a session that has ended fails") func ended() async throws {
        let browser = try fixture.connectBrowser()
        _ = try announce("a-1", browser)
        let file = try #require(try fixture.store(of: Locker.self).files.first)
        fixture.page.end()
        await #expect(throws: FileUpload.Failure.sessionEnded) { for try await _ in file.chunks {} }
    }
}
