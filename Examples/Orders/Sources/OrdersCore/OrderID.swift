/// The customer of an order, and its number in the shop. As a text, it is the reference that the payment service keeps.
package struct OrderID: Hashable, Codable, Sendable, LosslessStringConvertible {
    /// The account of the customer.
    package let customer: String
    /// The number, which is unique.
    package let number: Int

    /// Creates the id of an order.
    package init(customer: String, number: Int) { (self.customer, self.number) = (customer, number) }

    package init?(_ description: String) {
        guard let slash = description.lastIndex(of: "/"), let number = Int(description[slash...].dropFirst()) else {
            return nil
        }
        self.init(customer: String(description[..<slash]), number: number)
    }

    package var description: String { "\(customer)/\(number)" }
}
