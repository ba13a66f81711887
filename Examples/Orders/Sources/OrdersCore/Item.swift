/// Something that the shop sells.
package struct Item: Hashable, Codable, Sendable, Identifiable {
    /// The name, which is unique.
    package let name: String
    /// The price.
    package let cents: Int

    package var id: String { name }

    /// Creates an item.
    package init(_ name: String, cents: Int) { (self.name, self.cents) = (name, cents) }

    /// The items that the shop sells.
    package static let all = [
        Item("Tea", cents: 450), Item("Cup", cents: 1_200), Item("Kettle", cents: 3_900), Item("Piano", cents: 250_000),
    ]
}
