import Millrace
import Testing

@testable import MillraceWeb
@testable import WebTestSupport

/// A number is HTML's valid floating-point number, finite, in every decoder.
@Suite struct NumberTests {
    static let valid: [(text: String, value: Double)] = [
        ("5", 5), ("-5", -5), ("05", 5), (".5", 0.5), ("-.5", -0.5), ("1.50", 1.5), ("1e3", 1_000), ("1E+3", 1_000),
        ("25e-1", 2.5),
        ("-0", 0), ("114578282.07", 114_578_282.07), ("1e-400", 0),
    ]
    static let invalid = [
        "", " ", "nan", "NaN", "inf", "-inf", "infinity", "0x10", "0x1p3", "1e400", "-1e400", " 5", "5 ", "+5", "5.",
        ".", "-", "e3",
        "1e", "1e+", "1,5", "1_000", "٥", "５", "5\u{301}", "1 000", "5\n", "5\0", String(repeating: "1", count: 1_001),
    ]

    private enum Level: Double, Decodable { case half = 0.5 }
    /// A type that decodes itself from a number.
    private struct Price: Decodable {
        let value: Double
        init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Double.self) }
    }

    private struct All: Decodable {
        var number: Double?
        var small: Float?
        var whole: Int?
        var byte: UInt8?
        var list: [Double]
        var level: Level?
        var price: Price?
    }

    private func decode(_ name: String, _ text: String) -> All? {
        var fields = ["list": [String]()]
        fields[name] = [text]
        return try? FormDecoder.decode(All.self, from: fields)
    }

    @Test("Fields · a form decodes numbers of HTML", arguments: valid) func form(text: String, value: Double) {
        #expect(decode("number", text)?.number == value)
        #expect(decode("small", text)?.small == Float(value))
        #expect(decode("list", text)?.list == [value])
        #expect(decode("price", text)?.price?.value == value)
        #expect((decode("level", text) != nil) == (value == 0.5))
        #expect(decode("whole", text)?.whole == Int(exactly: value))
        #expect(decode("byte", text)?.byte == UInt8(exactly: value))
    }

    @Test("Fields · a form decodes no other numbers", arguments: invalid.dropFirst()) func otherForm(text: String) {
        for name in ["number", "small", "list", "price", "level", "whole", "byte"] {
            #expect(decode(name, text) == nil, "\(name)")
        }
    }

    @Test("Fields · a number is finite in its own type") func narrow() {
        #expect(decode("small", "1e39") == nil && decode("number", "1e39")?.number == 1e39)
        #expect(decode("whole", "9223372036854775807")?.whole == .max)
        #expect(decode("whole", "9223372036854775808") == nil && decode("whole", "1e19") == nil)
        // A whole number with an exponent is exact, or is rejected.
        #expect(
            decode("whole", "9007199254740993e0") == nil && decode("byte", "256") == nil && decode("byte", "-1") == nil)
    }

    private struct Filter: WebURL {
        var (number, whole, level) = (-1.0, -1, Step.one)
        var maybe: Double?
        static let pattern: [WebURLPart<Filter>] = [
            .query("number", \.number), .query("whole", \.whole), .query("level", \.level), .query("maybe", \.maybe),
        ]
    }
    private enum Step: Int { case one = 1, five = 5 }

    private struct Item: WebURL {
        var number = 0.0
        static let pattern: [WebURLPart<Item>] = [.part(\.number)]
    }

    private func query(_ name: String, _ text: String) -> WebPath {
        WebPath(parts: [], query: [.init(name: name, value: text)])
    }

    @Test("Fields · a URL has numbers of HTML", arguments: valid) func url(text: String, value: Double) {
        var part = WebPath(parts: [text])
        #expect(part.take(Double.self) == value && part.isEmpty)
        part = WebPath(parts: [text])
        #expect(part.take(Item.self)?.number == value)
        part = query("x", text)
        #expect(part.take(query: "x", as: Double.self) == value)
        part = query("number", text)
        #expect(part.take(Filter.self)?.number == value)
        part = query("maybe", text)
        #expect(part.take(Filter.self)?.maybe == value)
        part = query("level", text)
        #expect(part.take(Filter.self)?.level == (value == 5 ? .five : .one))
    }

    @Test("Fields · a URL has no other numbers", arguments: invalid) func otherURL(text: String) {
        var part = WebPath(parts: [text])
        #expect(part.take(Double.self) == nil && part.take(Int.self) == nil && part.take(Item.self) == nil)
        part = query("x", text)
        #expect(part.take(query: "x", as: Int.self) == nil)
        for name in ["number", "whole", "level", "maybe"] {
            part = query(name, text)
            let url = part.take(Filter.self)
            #expect(url?.number == -1 && url?.whole == -1 && url?.level == .one && url?.maybe == nil, "\(name)")
        }
    }

    @Test("Fields · an upload has no other sizes", arguments: ["+1", "0x1", "nan", " 1", "1.5", "1e400"]) @MainActor
    func upload(size: String) throws {
        let fixture = PageFixture(root: Locker())
        let value = #"{"id":["a-1"],"name":["x"],"type":["t"],"size":["\#(size)"]}"#
        #expect(try fixture.connectBrowser().report("file", value, of: "Many").hasPrefix("[1,2,"))
    }

    @Test(
        "Fields · a script pushes no other numbers", arguments: ["NaN", "1e400", "+5", "0x10", "\"5\"", "5.", ".5"])
    @MainActor
    func hook(json: String) throws {
        let view = HTML<Double> { div {}.id("map").hook("map", decode: Double.self, send: { $0 }) }.render()
        #expect(throws: RenderedViewError.self) { try view.element(id: "map").push(json: json) }
        #expect(try view.element(id: "map").push(json: "1e3") == 1_000)
    }

    @Test("Fields · the numbers of an event are finite", arguments: ["[1e400,0]", "[NaN,0]"]) @MainActor
    func event(value: String) throws {
        let fixture = PageFixture(root: Studio())
        let browser = try fixture.connectBrowser()
        browser.send(try browser.reference(of: "canvas"), value, event: "pointerdown")
        #expect(try fixture.store(of: Studio.self).circles.isEmpty)
    }

    @Test(
        "Fields · a step accepts the Double nearest to a decimal multiple",
        arguments: [
            (114_578_282.07, 0.01, 0, true), (0.3, 0.1, 0, true), (0.1 + 0.2, 0.1, 0, true), (1.1, 0.1, 0, true),
            (4.35, 0.01, 0, true), (1_000_000.000001, 1e-6, 0, true), (90_071_992_547_409.93, 0.01, 0, true),
            (1e300, 0.01, 0, true), (0.75, 0.5, 0.25, true), (7, 3, 1, true), (1e-7, 1e-7, 0, true),
            (3e-200, 1e-200, 0, true),
            (-114_578_282.07, 0.01, 0, true), (2, 1, 0.5, false), (0.015, 0.01, 0, false),
            (114_578_282.075, 0.01, 0, false),
            (1_000_000.0000005, 1e-6, 0, false), (8, 3, 1, false), (0.1001, 0.1, 0, false),
            (1.5e-200, 1e-200, 0, false),
        ] as [(Double, Double, Double, Bool)])
    func step(number: Double, step: Double, base: Double, isPermitted: Bool) {
        #expect(FieldStep(step: step, base: base).permits(number) == isPermitted)
    }
}
