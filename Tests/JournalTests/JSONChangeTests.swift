import Testing

@testable import MillraceJournal

struct JSONChangeTests {
    private func json(_ text: String) throws -> JSON { try JSONReader.read(ArraySlice(text.utf8)) }

    @Test(
        "Differences · applied to the old value, they give the new one, and one change is one small difference",
        arguments: [
            ("1", "1", "[]"), ("1", "2", #"[{"at":[],"set":2}]"#), ("[1]", "{}", #"[{"at":[],"set":{}}]"#),
            (#"{"a":1,"b":2}"#, #"{"a":1,"b":3}"#, #"[{"at":["b"],"set":3}]"#),
            (#"{"a":1,"b":2}"#, #"{"b":2}"#, #"[{"at":["a"],"remove":true}]"#),
            (#"{"b":2}"#, #"{"a":1,"b":2}"#, #"[{"at":[],"add":"a","value":1,"before":"b"}]"#),
            (#"{"a":2}"#, #"{"a":2,"b":1}"#, #"[{"at":[],"add":"b","value":1}]"#),
            (#"{"a":1,"b":1}"#, #"{"b":1,"a":1}"#, #"[{"at":[],"set":{"b":1,"a":1}}]"#),
            ("[1,2,3]", "[1,3]", #"[{"at":[],"from":1,"remove":1,"insert":[]}]"#),
            ("[1,3]", "[1,2,3]", #"[{"at":[],"from":1,"remove":0,"insert":[2]}]"#),
            (
                "[1,2,3,4]", "[0,2,3,5]",
                #"[{"at":[],"from":0,"remove":1,"insert":[0]},{"at":[],"from":3,"remove":1,"insert":[5]}]"#
            ),
            (#"[{"a":1},{"a":2}]"#, #"[{"a":1},{"a":3}]"#, #"[{"at":[1,"a"],"set":3}]"#),
            ("[]", "[]", "[]"), ("[[],[]]", "[[]]", #"[{"at":[],"from":1,"remove":1,"insert":[]}]"#),
        ])
    func examples(_ old: String, _ new: String, _ expected: String) throws {
        let changes = JSONChange.changes(from: try json(old), to: try json(new))
        #expect(JSON.array(changes.map(\.json)).description == expected)
        var value = try json(old)
        let fits = value.apply(changes)
        let expectedValue = try json(new)
        #expect(fits && value == expectedValue)
    }

    @Test("Differences · of random values give the new value, also after they were written and read")
    func random() throws {
        var generator = SystemRandomNumberGenerator()
        func value(_ depth: Int) -> JSON {
            switch UInt8.random(in: 0..<(depth > 3 ? 3 : 6), using: &generator) {
            case 0: .null
            case 1: .number("\(Int.random(in: 0...3, using: &generator))")
            case 2: .string(["a", "b", "é\n"].randomElement(using: &generator) ?? "")
            case 3: .array((0..<Int.random(in: 0...4, using: &generator)).map { _ in value(depth + 1) })
            default:
                .object(
                    ["a", "b", "c", "d"].filter { _ in Bool.random(using: &generator) }
                        .map { .init(name: $0, value: value(depth + 1)) })
            }
        }
        for _ in 0..<2_000 {
            let (old, new) = (value(0), value(0))
            let text = JSON.array(JSONChange.changes(from: old, to: new).map(\.json)).description
            var changes: [JSONChange] = []
            for element in try json(text).elements ?? [] {
                var reader = try FieldReader(element, line: 1)
                changes.append(try JSONChange(&reader))
            }
            var changed = old
            let fits = changed.apply(changes)
            #expect(fits && changed == new, "\(old) to \(new): \(text)")
        }
    }

    @Test(
        "Differences · a change that does not fit is refused",
        arguments: [
            JSONChange.set([.string("x")], .null), .set([.number(2)], .null), .remove([]), .remove([.string("x")]),
            .add([], .init(name: "a", value: .null), before: nil),
            .add([], .init(name: "b", value: .null), before: "x"), .replace([.string("a")], 0..<3, []),
        ])
    func misfits(_ change: JSONChange) throws {
        var value = try json(#"{"a":[1,2]}"#)
        let fits = value.apply([change])
        #expect(!fits)
    }

    @Test("Checksums · the checksum of a known text is that of CRC-64/XZ, and continues over parts")
    func checksum() {
        var (one, parts) = (Checksum(), Checksum())
        Array("123456789".utf8).withUnsafeBytes { one.add($0) }
        Array("1234".utf8).withUnsafeBytes { parts.add($0) }
        Array("56789".utf8).withUnsafeBytes { parts.add($0) }
        #expect(one.text == "995dc9bbdf1939fa" && parts == one)
        #expect(Checksum("995dc9bbdf1939fa") == one && Checksum("995DC9BBDF1939FA") == nil && Checksum("1") == nil)
    }
}
