/// The files that the browsers of a page have announced.
///
/// It does not retain a file that the application has released.
struct PageUploads {
    private struct Entry {
        let client: String
        weak var source: UploadSource?
    }

    /// The maximum number of files that the application retains at the same time.
    static let maxCount = 200

    private var entries: [String: Entry] = [:]
    /// Asks the browser for the bytes of the file with this ID. Called on any thread.
    var request: @Sendable (_ id: String) -> Void = { _ in }

    /// The memory of the files in bytes, as an estimate. A chunk is in memory during a transfer.
    var memory: Int {
        entries.values.reduce(0) { $0 + 1_000 + ($1.source?.isTransferring == true ? FileUpload.chunkBytes : 0) }
    }

    /// Whether the application retains a file.
    var isTransferring: Bool { entries.values.contains { $0.source != nil } }

    /// Returns the file that a browser announces with an event. `nil` if the script cannot have sent the value.
    func file(_ value: SentValue, from client: String) -> (FileUpload, UploadSource)? {
        guard case .fields(let fields) = value, fields.count == 4, fields.values.allSatisfy({ $0.count == 1 }),
            let id = fields["id"]?[0], id.hasPrefix("\(client)-"), id.utf8.count <= 100, entries[id]?.source == nil,
            let size = fields["size"].flatMap({ Int(sent: $0[0]) }), (0...Self.maxSize).contains(size),
            let name = fields["name"]?[0], let type = fields["type"]?[0]
        else { return nil }
        let source = UploadSource(id: id, size: size) { [request] in request(id) }
        return (FileUpload(name: Self.plainName(name), type: String(type.prefix(100)), source), source)
    }

    /// The largest size that a JavaScript number can represent.
    private static let maxSize = 1 << 53

    /// Adds a file that was sent to the application. Fails if there are too many.
    mutating func add(_ source: UploadSource, from client: String) throws(ValidationError) {
        entries = entries.filter { $0.value.source != nil }
        guard entries.count < Self.maxCount else { throw ValidationError(.tooManyFiles) }
        entries[source.id] = Entry(client: client, source: source)
    }

    /// Returns the client that has the file.
    func client(of id: String) -> String? { entries[id]?.client }

    /// Returns the file for a connection that begins to send it.
    func begin(_ id: String, size: Int) -> UploadSource? {
        guard let source = entries[id]?.source, source.begin(size: size) else { return nil }
        return source
    }

    /// Ends the transfer of a file that the browser cannot send.
    func fail(_ id: String, from client: String) {
        guard let entry = entries[id], entry.client == client else { return }
        entry.source?.fail(FileUpload.Failure.connectionLost)
    }

    /// Fails the files that only a disconnected browser has. A transfer has its own connection, and continues.
    mutating func failAll(from client: String) {
        for (id, entry) in entries where entry.client == client && entry.source?.isTransferring != true {
            entry.source?.fail(FileUpload.Failure.connectionLost)
            entries[id] = nil
        }
    }

    /// Ends all transfers.
    mutating func end() {
        for entry in entries.values { entry.source?.fail(FileUpload.Failure.sessionEnded) }
        entries = [:]
    }

    /// Returns the last component of a name, with at most 255 characters and no control characters.
    private static func plainName(_ name: String) -> String {
        let last = name.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? "".unicodeScalars[...]
        let plain = String(String.UnicodeScalarView(last.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(255)))
        return plain.isEmpty || plain == "." || plain == ".." ? "file" : plain
    }
}
