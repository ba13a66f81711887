import Millrace

extension StorePlace {
    /// The place as a recording contains it.
    var json: JSON {
        let (name, other, place): (String, UInt64?, String?) =
            switch position {
            case .root: ("root", nil, nil)
            case .modal: ("modal", nil, nil)
            case .above(let lower): ("above", lower, nil)
            case .embedded(let place, let host): ("embedded", host, place)
            }
        return .of([
            "window": .number(window), "position": .string(name), "of": other.map { .number($0) },
            "place": place.map(JSON.string),
        ])
    }

    /// Reads a place; `nil` if there is none.
    init?(_ json: JSON?) {
        guard let json, let window = json["window"]?.integer else { return nil }
        let other = json["of"]?.integer ?? 0
        switch json["position"]?.text {
        case "root": self.init(window: window, position: .root)
        case "modal": self.init(window: window, position: .modal)
        case "above": self.init(window: window, position: .above(other))
        case "embedded": self.init(window: window, position: .embedded(at: json["place"]?.text ?? "", in: other))
        default: return nil
        }
    }
}
