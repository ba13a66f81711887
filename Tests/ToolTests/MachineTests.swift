import Foundation
import MillraceTool
import Synchronization
import Testing

@Suite("The machine of the user") final class MachineTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func add(_ program: String, printing line: String) throws {
        try addScript("echo \"\(line)\"", at: folder.appending(path: program))
    }

    private func doctor() -> Doctor { Doctor(Console(), environment: ["PATH": folder.path]) }

    @Test("Missing programs are named, and the command that installs them") func missing() throws {
        try add("git", printing: "git version 2.39.5")
        try add("apt-get", printing: "")
        let findings = try doctor().findings()
        #expect(findings.filter(\.isPresent).map(\.name) == ["git"])
        #expect(findings.first { $0.name == "git" }?.text == "git version 2.39.5")
        #expect(findings[0].text == "missing; get 6.2 or later from https://www.swift.org/install")
        #expect(doctor().installation(of: findings) == "sudo apt-get install make graphviz chromium")
        #expect(doctor().installation(of: findings.filter(\.isPresent)) == nil)
    }

    @Test("Homebrew is asked only for programs that it installs under their names") func homebrew() throws {
        try add("brew", printing: "")
        #expect(doctor().installation(of: try doctor().findings()) == "brew install git graphviz chromium")
        try add("git", printing: "git version 2.39.5")
        for program in ["dot", "chromium"] { try add(program, printing: "version 1.0") }
        #expect(doctor().installation(of: try doctor().findings()) == nil)
    }

    @Test("An unknown package manager is not guessed") func unknownManager() throws {
        #expect(doctor().installation(of: try doctor().findings()) == nil)
    }

    @Test(
        "An old version of Swift is refused",
        arguments: [("5.10.1", false), ("6.1", false), ("6.2", true), ("6.3.1-dev", true), ("7.0", true)])
    func oldSwift(_ version: String, _ isRecent: Bool) throws {
        try add("swift", printing: "Swift version \(version) (swift-RELEASE)")
        let finding = try #require(try doctor().findings().first)
        #expect(finding.isPresent == isRecent && finding.text.hasPrefix("Swift version \(version)"))
    }

    @Test("Colors are only for a terminal, and only if the user has not turned them off") func colors() {
        #expect(Console(isTerminal: false, environment: [:]).colored("a", .green) == "a")
        #expect(Console(isTerminal: true, environment: [:]).colored("a", .green) == "\u{1B}[32ma\u{1B}[0m")
        #expect(Console(isTerminal: true, environment: ["NO_COLOR": "1"]).colored("a", .green) == "a")
    }

    @Test("Sources are formatted if the package has a configuration") func format() throws {
        let source = folder.appending(path: "A.swift")
        try Data("import  B\nlet a=1".utf8).write(to: source)
        try Data("import  B\n".utf8).write(to: folder.appending(path: "A.txt"))
        let format = SourceFormat(of: folder, console: Console())
        try format.format(["A.swift"])
        #expect(try FileSystem.text(of: source) == "import  B\nlet a=1")
        try Data("{ \"version\": 1 }".utf8).write(to: folder.appending(path: ".swift-format"))
        try format.format(["A.swift", "A.txt"])
        #expect(try FileSystem.text(of: source) == "import B\n\nlet a = 1\n")
        #expect(try FileSystem.text(of: folder.appending(path: "A.txt")) == "import  B\n")
    }

    @Test("A source that cannot be formatted is reported in one sentence") func noSource() throws {
        try Data("{ \"version\": 1 }".utf8).write(to: folder.appending(path: ".swift-format"))
        try Data("let = ".utf8).write(to: folder.appending(path: "A.swift"))
        let error = #expect(throws: ToolError.self) {
            try SourceFormat(of: self.folder, console: Console()).format(["A.swift"])
        }
        #expect(error?.description.hasPrefix("The files were written, but swift format failed: ") == true)
        #expect(error?.description.contains("\n") == false)
    }

    @Test("A program that runs longer than a second shows the passed time") func progress() throws {
        // The program runs until the console has written the first line.
        let pipe = folder.appending(path: "pipe")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        let texts = Texts()
        let console = Console(isTerminal: true, environment: [:]) { text in
            guard texts.add(text) == 1 else { return }
            try? FileHandle(forWritingTo: pipe).write(contentsOf: Data("line\n".utf8))
        }
        let program = Program(["sh", "-c", "read line <'\(pipe.path)'; echo $line"])
        #expect(try program.run(console, saying: "Waiting") == (0, "line\n"))
        #expect(texts.all.first == "\r\u{1B}[KWaiting: 1 s" && texts.all.last == "\r\u{1B}[K")
    }

    @Test("Progress is only for a terminal") func noTerminal() {
        let texts = Texts()
        let console = Console(isTerminal: false, environment: [:]) { _ = texts.add($0) }
        console.progress("Waiting: 1 s")
        console.print("done")
        #expect(texts.all == ["done\n"])
    }

    @Test("A program that ends at once shows no progress") func noProgress() throws {
        let texts = Texts()
        let console = Console(isTerminal: true, environment: [:]) { _ = texts.add($0) }
        #expect(try Program(["true"]).run(console, saying: "Waiting") == (0, ""))
        #expect(texts.all.isEmpty)
    }
}

/// The texts that a console has written.
private final class Texts: Sendable {
    private let texts = Mutex<[String]>([])

    var all: [String] { texts.withLock { $0 } }

    /// Adds a text, and returns the number of texts.
    func add(_ text: String) -> Int {
        texts.withLock {
            $0.append(text)
            return $0.count
        }
    }
}
