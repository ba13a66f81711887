/// Reads the fields of an object in a line. A field that is missing, unknown or of a wrong type is an error with its path.
struct FieldReader {
    private let line: Int
    private let path: String
    private var members: [JSON.Member]

    init(_ json: JSON, line: Int, path: String = "") throws(RecordingError) {
        guard case .object(let members) = json else {
            throw .field(line: line, field: path, .wrongType("an object"))
        }
        (self.line, self.path, self.members) = (line, path, members)
    }

    func error(_ name: String, _ problem: RecordingError.FieldProblem) -> RecordingError {
        .field(line: line, field: path(of: name), problem)
    }

    private func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    /// Checks that all fields were read.
    func end() throws(RecordingError) {
        if let member = members.first { throw error(member.name, .unknown) }
    }

    func has(_ name: String) -> Bool { members.contains { $0.isNamed(name) } }

    mutating func optional(_ name: String) -> JSON? {
        guard let index = members.firstIndex(where: { $0.isNamed(name) }) else { return nil }
        return members.remove(at: index).value
    }

    mutating func value(_ name: String) throws(RecordingError) -> JSON {
        guard let value = optional(name) else { throw error(name, .missing) }
        return value
    }

    mutating func text(_ name: String) throws(RecordingError) -> String {
        guard let text = try value(name).text else { throw error(name, .wrongType("a text")) }
        return text
    }

    mutating func optionalText(_ name: String) throws(RecordingError) -> String? { has(name) ? try text(name) : nil }

    mutating func number(_ name: String) throws(RecordingError) -> UInt64 {
        guard case .number(let digits) = try value(name) else { throw error(name, .wrongType("a number")) }
        if let number = UInt64(digits) { return number }
        let isInteger = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
        throw error(name, isInteger ? .outOfRange : .wrongType("an integer"))
    }

    /// Returns a number that can be an index or a count.
    mutating func index(_ name: String) throws(RecordingError) -> Int {
        guard let index = Int32(exactly: try number(name)) else { throw error(name, .outOfRange) }
        return Int(index)
    }

    /// Checks a duration in seconds.
    mutating func seconds(_ name: String) throws(RecordingError) {
        guard case .number = try value(name) else { throw error(name, .wrongType("a number")) }
    }

    mutating func array(_ name: String) throws(RecordingError) -> [JSON] {
        guard let elements = try value(name).elements else { throw error(name, .wrongType("an array")) }
        return elements
    }

    mutating func optionalArray(_ name: String) throws(RecordingError) -> [JSON]? { has(name) ? try array(name) : nil }

    /// Returns the readers of an array of objects.
    mutating func objects(_ name: String) throws(RecordingError) -> [FieldReader] {
        var readers: [FieldReader] = []
        for (index, element) in try array(name).enumerated() {
            readers.append(try FieldReader(element, line: line, path: "\(path(of: name))[\(index)]"))
        }
        return readers
    }

    /// Returns a change of the state; `nil` if there is none. In version 1, the whole state is written.
    mutating func change(_ name: String, version: Int) throws(RecordingError) -> StateChange? {
        guard let json = optional(name) else { return nil }
        if version == 1 { return StateChange(.whole(json)) }
        var reader = try FieldReader(json, line: line, path: path(of: name))
        return try StateChange(&reader)
    }
}
