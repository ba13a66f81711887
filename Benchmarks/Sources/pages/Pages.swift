import Counting
import Foundation
import LoopbackClients
import MillraceDurable
import MillraceWeb
import PageClients
import Synchronization
import Syncs

/// Measures live pages in a storage beside the same pages without one.
///
///     pages [--seconds 10]
///
/// The browsers are in the process of the pages, without sockets: each message and frame passes through memory, so nearly all of the time
/// is that of the pages. Each measurement has a process of its own.
@main struct Pages {
    private static let (typists, interval) = (1_000, Duration.milliseconds(500))
    private static let (stored, active, opened) = (20_000, 200, 500)

    static func main() async {
        let arguments = CommandLine.arguments
        func value(_ name: String) -> String? {
            arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
        }
        let seconds = value("--seconds").flatMap(Int.init) ?? 10
        do {
            if let file = value("--typing") {
                try await measureTyping(file.isEmpty ? nil : file, seconds)
            } else if let file = value("--fill") {
                try await fill(file)
            } else if let file = value("--memory") {
                try await measureMemory(file)
            } else if let file = value("--loading") {
                try await measureLoading(file)
            } else {
                try await run(seconds)
            }
        } catch {
            ChildProcess.write(line: "MISSED: the benchmark runs to its end. Error: \(error)")
            exit(1)
        }
    }

    // MARK: The processes of the pages

    /// Prints the CPU time for a key in microseconds, the keys for each write to the disk, and the keys in a second.
    private static func measureTyping(_ file: String?, _ seconds: Int) async throws {
        let storage: DurableStorage? = if let file { try await DurableStorage(sqlite: file) } else { nil }
        let letters = LetterPages(storage)
        var browsers: [Browser] = []
        for number in 0..<typists { browsers.append(try await letters.open(number)) }
        for browser in browsers { await browser.type("first") }
        let count = Counter()
        let start = ContinuousClock.now
        for (number, browser) in browsers.enumerated() {
            Task.detached {
                for key in 0... {
                    try? await Task.sleep(until: start + interval * number / typists + interval * key)
                    await browser.type("key \(key)")
                    count.add()
                }
            }
        }
        try await Task.sleep(for: .seconds(2))
        let (keys, cpu, syncs) = (count.value, cpu_seconds(), sync_count())
        try await Task.sleep(for: .seconds(seconds))
        let typed = Double(count.value - keys)
        let time = (cpu_seconds() - cpu) / typed * 1_000_000
        ChildProcess.write(line: "\(time) \(typed / Double(max(1, sync_count() - syncs))) \(typed / Double(seconds))")
        exit(0)
    }

    /// Stores sessions.
    private static func fill(_ file: String) async throws {
        let storage = try await DurableStorage(sqlite: file)
        let letters = LetterPages(storage)
        for start in stride(from: 0, to: stored, by: 500) {
            try await withThrowingTaskGroup { group in
                for number in start..<(start + 500) {
                    group.addTask { await (try letters.open(active + number)).type("stored") }
                }
                try await group.waitForAll()
            }
        }
        await letters.pages.end()
        await storage.close()
    }

    /// Prints the memory of a program with active pages, in MB.
    private static func measureMemory(_ file: String) async throws {
        let storage = try await DurableStorage(sqlite: file)
        let letters = LetterPages(storage)
        var browsers: [Browser] = []
        for number in 0..<active { browsers.append(try await letters.open(number)) }
        for browser in browsers { await browser.type("active") }
        release_free_memory()
        ChildProcess.write(line: "\(Double(ChildProcess.memory()) / 1_000_000)")
        exit(0)
    }

    /// Prints the CPU times in microseconds for opening a page with its document, its connection and its first input, and for loading a
    /// stored one for a browser that connects again, with an input.
    private static func measureLoading(_ file: String) async throws {
        let storage = try await DurableStorage(sqlite: file)
        let letters = LetterPages(storage)
        let before = cpu_seconds()
        var browsers: [Browser] = []
        for number in 0..<opened {
            browsers.append(try await letters.open(number))
            await browsers[number].type("first")
        }
        let opening = (cpu_seconds() - before) / Double(opened)
        await letters.pages.end()
        let others = LetterPages(storage)
        // The stored sessions are listed.
        try await browsers[0].reconnect(to: others.pages)
        let start = cpu_seconds()
        for browser in browsers.dropFirst() { try await browser.reconnect(to: others.pages) }
        let loading = (cpu_seconds() - start) / Double(opened - 1)
        ChildProcess.write(line: "\(opening * 1_000_000) \(loading * 1_000_000)")
        exit(0)
    }
}

/// Counts keys.
private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}
