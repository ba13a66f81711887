import Foundation
import MillraceTool
import Testing

/// The command `storage check`, with a program in place of `swift`. `Scripts/check-templates` runs it with a real package.
@Suite("The command storage") final class StorageTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private var file: URL { folder.appending(path: "shop.sqlite") }

    init() throws {
        for name in ["bin", "package"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        try Data().write(to: folder.appending(path: "package/Package.swift"))
        try Data().write(to: file)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Checks the file with a package whose build succeeds, and whose tests run a script.
    private func check(_ file: URL, tests script: String) throws -> [String] {
        try addScript(
            """
            echo "$@" >>"$LOG"
            test "$1" = build || { \(script)
            }
            """, at: folder.appending(path: "bin/swift"))
        let environment = [
            "PATH": "\(folder.appending(path: "bin").path):/usr/bin:/bin", "LOG": folder.appending(path: "log").path,
        ]
        return try PackageTests(
            of: folder.appending(path: "package"), console: Console(isTerminal: false), environment: environment
        ).checkStorage(file)
    }

    private func log() throws -> [Substring] {
        try String(contentsOf: folder.appending(path: "log"), encoding: .utf8).split(separator: "\n")
    }

    @Test("Runs the suite Storages, and returns the answer for each engine") func answers() throws {
        let script = #"""
            printf 'same: 3 batches of %s' "$MILLRACE_STORAGE" >"$MILLRACE_RESULTS/shop.feature"
            printf 'same: 1 batches' >"$MILLRACE_RESULTS/bank.feature"
            """#
        #expect(
            try check(file, tests: script) == ["bank: same: 1 batches", "shop: same: 3 batches of \(file.path)"])
        let lines = try log()
        #expect(lines.count == 2 && lines[0].hasPrefix("build --build-tests --package-path "))
        #expect(lines[1].hasPrefix(#"test --disable-xctest --skip-build --filter \.Storages/ "#))
    }

    @Test("Failed tests are an error with the answers and the failures") func failures() throws {
        let script = #"""
            printf 'differs from turn 7: other values' >"$MILLRACE_RESULTS/shop.feature"
            echo '✘ Test shop() recorded an issue at Storages.swift:3:1: Expectation failed'
            echo '↳ differs from turn 7'
            echo '✘ Test run with 1 test failed'
            exit 1
            """#
        let details = [
            "shop: differs from turn 7: other values",
            "✘ Test shop() recorded an issue at Storages.swift:3:1: Expectation failed", "    ↳ differs from turn 7",
        ]
        #expect(throws: ToolError("The tests failed:", details: details)) {
            try self.check(self.file, tests: script)
        }
    }

    @Test("A different engine is an error, also if its test does not expect anything") func different() throws {
        let script = #"printf 'differs from turn 7: other values' >"$MILLRACE_RESULTS/shop.feature""#
        let sentence = "The package does not reduce shop.sqlite as it was:"
        #expect(throws: ToolError(sentence, details: ["shop: differs from turn 7: other values"])) {
            try self.check(self.file, tests: script)
        }
    }

    @Test("A package that checks no engine is an error") func none() throws {
        let sentence =
            "No test in a suite Storages has checked an engine of shop.sqlite: add one that runs a DurableCheck."
        #expect(throws: ToolError(sentence)) { try self.check(self.file, tests: "true") }
    }

    @Test("A missing file and a folder are reported before the build") func missing() throws {
        let missing = folder.appending(path: "missing.sqlite")
        #expect(throws: ToolError("The file \(missing.path) cannot be read: No such file or directory.")) {
            try self.check(missing, tests: "true")
        }
        #expect(throws: ToolError("\(folder.path) is a folder: name the file of a storage in it.")) {
            try self.check(self.folder, tests: "true")
        }
        #expect(throws: (any Error).self) { try self.log() }
    }
}
