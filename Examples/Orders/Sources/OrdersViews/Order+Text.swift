import OrdersCore

extension Order {
    /// The stage, as a sentence.
    var stageText: String {
        switch stage {
        case .charging: "Paying…\(delayText)"
        case .paid: "Paid. It will be shipped soon."
        case .shipped: "Shipped"
        case .declined: "The bank has declined the payment."
        case .cancelling: "Cancelling…\(delayText)"
        case .cancelled: "Cancelled"
        case .refunding: "Refunding…\(delayText)"
        case .refunded: "Refunded"
        }
    }

    private var delayText: String {
        failures == 0 ? "" : " The payment service does not answer. We ask it again."
    }
}

extension Int {
    /// An amount in cents, as a text.
    var asPrice: String {
        let cents = self % 100
        return "\(self / 100).\(cents < 10 ? "0" : "")\(cents) €"
    }
}
