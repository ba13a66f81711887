package import Foundation
import Hummingbird

/// The book of the service: a file with a line for each movement of money, which only grows.
package actor PaymentBook {
    /// The entries, the oldest first.
    package private(set) var entries: [BookEntry] = []
    private var known: [String: BookEntry] = [:]
    private let file: FileHandle

    /// Opens the book in a folder, or creates it. A crash can leave an incomplete last line, which is removed.
    package init(folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appending(path: "payments.jsonl")
        if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
        let text = try Data(contentsOf: url)
        let complete = text[..<(text.lastIndex(of: Self.lineBreak).map { $0 + 1 } ?? 0)]
        for line in complete.split(separator: Self.lineBreak) {
            let entry = try JSONDecoder().decode(BookEntry.self, from: line)
            entries.append(entry)
            known[entry.key] = entry
        }
        file = try FileHandle(forWritingTo: url)
        try file.truncate(atOffset: UInt64(complete.count))
        try file.seekToEnd()
    }

    /// Returns the entry with a number.
    func entry(number: Int) -> BookEntry? { entries.indices.contains(number - 1) ? entries[number - 1] : nil }

    /// Moves money, once for each key. The entry is on the disk when this returns.
    ///
    /// - Throws: The status 402 for a declined charge, 409 for a refund of more than the charges of the order.
    func pay(_ request: PaymentRequest, key: String) throws -> BookEntry {
        if let entry = known[key] { return entry }
        switch request.kind {
        case .charge where request.cents > Self.limit:
            throw HTTPError(.init(code: 402, reasonPhrase: "Payment Required"))
        case .refund where request.cents > balance(of: request.order): throw HTTPError(.conflict)
        case .charge, .refund: break
        }
        let entry = BookEntry(
            number: entries.count + 1, kind: request.kind, order: request.order, cents: request.cents, key: key)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try file.write(contentsOf: encoder.encode(entry) + [Self.lineBreak])
        try file.synchronize()
        entries.append(entry)
        known[key] = entry
        return entry
    }

    private func balance(of order: String) -> Int {
        entries.filter { $0.order == order }.reduce(0) { $0 + ($1.kind == .charge ? $1.cents : -$1.cents) }
    }

    /// The highest amount that a customer has.
    private static let limit = 100_000
    private static let lineBreak = UInt8(ascii: "\n")
}
