import Foundation
import Testing

@testable import MillraceWeb

/// The keys by which a browser recognizes fields.
@Suite struct FieldKeyTests {
    /// A key whose description shows only a part.
    private struct Pair: Hashable, CustomStringConvertible {
        var name = "a"
        var number = 1
        var description: String { name }
    }

    private enum Kind: Hashable { case one, two, other(Int) }
    private final class Object: Hashable {
        static func == (one: Object, other: Object) -> Bool { one === other }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    @Test("Views · different keys have different texts") func different() {
        let objects = (0..<2).map { _ in Object() }
        let keys: [AnyHashable] = [
            1, 2, "1", "2", 1.5, Pair(), Pair(number: 2), Kind.one, Kind.two, Kind.other(1), Kind.other(2), [1, 2],
            [2, 1],
            [12], ["1, 2"], objects[0], objects[1], ObjectIdentifier(objects[0]), Int?.none,
        ]
        #expect(Set(keys.map { FieldKey.text(of: $0) }).count == keys.count)
        #expect(FieldKey.text(of: 1) != FieldKey.text(of: 1, at: 1))
    }

    @Test("Views · the text of a key is the same in each process") func stable() {
        #expect(FieldKey.text(of: 1) == FieldKey.text(of: AnyHashable(1)))
        #expect(FieldKey.text(of: "note") == "71xyl0k1tmjv")
        #expect(FieldKey.text(of: Set(0..<100)) == FieldKey.text(of: Set((0..<100).reversed())))
    }

    @Test("Views · an element has its key if it is a field or contains one") func attributes() {
        func source(_ html: HTML<Int>) -> String {
            var writer = HTMLWriter()
            for node in html.nodes { writer.write(node) }
            return writer.source
        }
        let field = textField("a", value: "") { _ in 1 }
        let attribute = "data-m-key=\"\(FieldKey.text(of: 7))\""
        #expect(source(field.key(7)).contains(attribute))
        #expect(source(HTML { div { p { field } }.key(7) }).contains("<div \(attribute)>"))
        #expect(!source(HTML { div { p { "a" } }.key(7) }).contains("data-m-key"))
        #expect(source(HTML { each([7], id: \.self) { _ in li { field } } }).contains("<li \(attribute)>"))
        #expect(source(HTML { each(equatable: [7], id: \.self) { _ in li { field } } }).contains("<li \(attribute)>"))
        // The same fragment can be used with several keys.
        #expect(
            source(
                HTML {
                    field.key(7); field.key(8); field
                }
            ).components(separatedBy: "data-m-key").count == 3)
    }
}
