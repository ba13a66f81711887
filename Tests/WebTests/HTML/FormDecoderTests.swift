import Testing

@testable import MillraceWeb

/// M15: forms are decoded into the declared type, and an invalid value is rejected with a message for its field.
@Suite struct FormDecoderTests {
    enum Color: String, Decodable { case red, blue }

    struct Everything: Decodable, Equatable {
        var text: String
        var whole: Int
        var small: UInt8
        var number: Double
        var isOn: Bool
        var color: Color
        var maybe: Int?
        var maybeText: String?
        var several: [Int]
        var colors: Set<Color>
    }

    private static let fields = [
        "text": ["a\nb"], "whole": ["-3"], "small": ["255"], "number": ["1.5"], "isOn": ["true"], "color": ["blue"],
        "several": ["1", "2"], "colors": ["red", "red"],
    ]

    @Test("M15 · every kind of value is decoded") func everything() throws {
        let value = try FormDecoder.decode(Everything.self, from: Self.fields)
        #expect(
            value
                == Everything(
                    text: "a\nb", whole: -3, small: 255, number: 1.5, isOn: true, color: .blue, maybe: nil,
                    maybeText: nil, several: [1, 2], colors: [.red]))
    }

    @Test("M15 · an unchecked box is false, a list without fields is empty, an empty optional field is nil")
    func missing() throws {
        var fields = Self.fields
        for name in ["isOn", "several", "colors"] { fields[name] = nil }
        (fields["maybe"], fields["maybeText"]) = ([""], [""])
        let value = try FormDecoder.decode(Everything.self, from: fields)
        #expect(
            !value.isOn && value.several.isEmpty && value.colors.isEmpty && value.maybe == nil && value.maybeText == nil
        )
    }

    @Test(
        "M15 · a value that cannot be decoded is rejected with a message for its field",
        arguments: [
            ("whole", ["1.5"], "“1.5” is not valid for “whole”. Expected a whole number."),
            ("whole", [""], "“” is not valid for “whole”. Expected a whole number."),
            (
                "whole", ["99999999999999999999"],
                "“99999999999999999999” is not valid for “whole”. Expected a whole number."
            ),
            ("small", ["256"], "“256” is not valid for “small”. Expected a whole number."),
            ("number", ["x"], "“x” is not valid for “number”. Expected a number."),
            ("isOn", ["maybe"], "“maybe” is not valid for “isOn”. Expected yes or no."),
            ("color", ["green"], "“green” is not valid for “color”. Expected one of the listed values."),
            ("text", nil, "“text” is missing."),
            ("text", ["a", "b"], "“text” was sent twice."),
            ("several", ["1", "x"], "“x” is not valid for “several”. Expected a whole number."),
            ("maybe", ["x"], "“x” is not valid for “maybe”. Expected a whole number."),
        ] as [(String, [String]?, String)])
    func refused(name: String, values: [String]?, message: String) {
        var fields = Self.fields
        fields[name] = values
        #expect(throws: ValidationError(message: message, fields: [name: message])) {
            try FormDecoder.decode(Everything.self, from: fields)
        }
    }

    @Test("M15 · a message from the type's own decoder reaches the user") func ownRule() {
        struct Even: Decodable {
            let number: Int
            enum Key: CodingKey { case number }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                number = try container.decode(Int.self, forKey: .number)
                guard number.isMultiple(of: 2) else {
                    throw DecodingError.dataCorrupted(
                        .init(codingPath: [Key.number], debugDescription: "Only even numbers, please."))
                }
            }
        }
        let refusal = ValidationError(
            message: "Only even numbers, please.", fields: ["number": "Only even numbers, please."])
        #expect(throws: refusal) { try FormDecoder.decode(Even.self, from: ["number": ["3"]]) }
        #expect(throws: Never.self) { try FormDecoder.decode(Even.self, from: ["number": ["4"]]) }
    }

    @Test("M15 · a type that is not a struct of single values is rejected") func misfit() {
        struct Nested: Decodable { let inner: Everything }
        #expect(throws: ValidationError.self) { try FormDecoder.decode([Int].self, from: ["a": ["1"]]) }
        #expect(throws: ValidationError.self) { try FormDecoder.decode(Int.self, from: ["a": ["1"]]) }
        #expect(throws: ValidationError.self) { try FormDecoder.decode(Nested.self, from: ["inner": ["1"]]) }
    }
}
