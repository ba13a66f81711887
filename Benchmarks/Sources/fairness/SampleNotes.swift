import Foundation

/// The notes of the server. The numbers of notes follow the order of the file names.
enum SampleNotes {
    /// The notes of the victim, which attackers do not change.
    static let victims = 1...3
    /// The notes with long texts.
    static let heavy = 4...13
    static let count = 2_000
    /// A word in the notes that attackers delete and restore.
    static let bulkWord = "bulk"

    /// A text near the limit of 2 MB.
    static let longText = String(repeating: "Words of a long text. ", count: 90_000)

    /// Writes the files of the notes.
    ///
    /// - Parameter more: The number of further notes.
    static func write(to folder: URL, more: Int) throws {
        let filler = String(repeating: "The rest of the text. ", count: 40)
        for number in 1...(count + more) {
            let text =
                switch number {
                case victims: "# Victim \(number)\n\n\(filler)\n"
                case heavy: "# Heavy \(number)\n\n\(longText)"
                default: "# Note \(number)\n\n\(number.isMultiple(of: 2) ? bulkWord : "other")\n\n\(filler)\n"
                }
            let file = folder.appending(path: String(format: "%06d.md", number))
            try Data(text.utf8).write(to: file)
            // The list begins with the notes that have changed last: those of the victim.
            let date = Date(timeIntervalSince1970: victims.contains(number) ? 1_700_000_000 : 1_600_000_000)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
        }
    }
}
