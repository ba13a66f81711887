package import Foundation

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

    /// Returns the entry of a request that was recorded before.
    func entry(key: String) -> BookEntry? { known[key] }

    /// Returns the entry with a number.
    func entry(number: Int) -> BookEntry? { entries.indices.contains(number - 1) ? entries[number - 1] : nil }

    /// Adds an entry. It is on the disk when this returns.
    func record(_ request: PaymentRequest, key: String) throws -> BookEntry {
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

    /// What is left of the charges for an order.
    package func balance(of order: String) -> Int {
        entries.filter { $0.order == order }.reduce(0) { $0 + ($1.kind == .charge ? $1.cents : -$1.cents) }
    }

    private static let lineBreak = UInt8(ascii: "\n")
}
